import { expect, test } from 'vitest';
import { exportProfile, readOwnProfileFile, readProfileFile } from '../../../electron/core/profiles/profiles.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import { createAuthority } from '../../../electron/core/demo/certificates/authority.ts';
import { catalog } from '../llm-client/models.ts';

const { pem } = createAuthority({ now: () => Date.now() });
const profile: Profile = {
  id: 'institute-abcde',
  service: { name: 'Institute', baseUrl: 'https://models.example.org', inferenceServer: '10.0.0.7', caFile: '/home/ada/ca.pem', catalog },
  instance: { host: 'inst.example.org', port: 2222, login: 'ada', alias: 'my-lab', transport: 'openssh' },
  mode: 'direct',
  directRoute: 'tunnel',
};

test('imports an exported profile completely, except what only the exporter’s computer knows', () => {
  const text = exportProfile(profile, [pem]);
  for (const own of ['/home/ada', 'my-lab', 'institute-abcde']) expect(text).not.toContain(own);
  const read = readProfileFile(text);
  expect(read).toMatchObject({
    ok: true,
    value: {
      draft: {
        service: { ...profile.service, caFile: null },
        instance: { ...profile.instance, alias: null },
        mode: 'direct',
        directRoute: 'tunnel',
      },
      authorities: [{ subject: expect.stringContaining('CN='), fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) }],
    },
  });
});

test('ignores a certificate file or ssh config alias in an imported file', () => {
  const planted = JSON.parse(exportProfile(profile, [])) as { service: object; instance: object };
  const text = JSON.stringify({
    ...planted,
    token: 'sk-abcdef',
    service: { ...planted.service, caFile: '/etc/passwd' },
    instance: { ...planted.instance, alias: 'x' },
  });
  const read = readProfileFile(text);
  expect(read).toMatchObject({ ok: true, value: { draft: { service: { caFile: null }, instance: { alias: null } } } });
  expect(JSON.stringify(read)).not.toContain('sk-abcdef');
});

test('imports only the certificate of an authority, not the text around it', () => {
  const read = readProfileFile(exportProfile(profile, [`# a remark\n${pem}\nmore`]));
  expect(read.ok && read.value.authorities[0]?.pem.trim()).toBe(pem.trim());
});

test('accepts a name and a base URL as the minimum', () => {
  const text = '\uFEFF{"causewayProfile":1,"service":{"name":"Institute","baseUrl":"https://models.example.org"}}';
  expect(readProfileFile(text)).toEqual({
    ok: true,
    value: {
      draft: {
        service: { name: 'Institute', baseUrl: 'https://models.example.org', inferenceServer: null, caFile: null, catalog: [] },
        instance: null,
        mode: 'proxy',
        directRoute: 'auto',
      },
      authorities: [],
    },
  });
});

test.each([
  ['', 'not JSON'],
  ['[]', 'does not say'],
  ['{"service":{}}', 'does not say'],
  ['{"causewayProfile":1,"service":{"name":"x"}}', 'service.baseUrl'],
  ['{"causewayProfile":1,"service":{"name":"","baseUrl":"https://x"}}', 'service.name'],
  ['{"causewayProfile":2}', 'newer'],
  [exportProfile(profile, ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']), 'certificate'],
  [' '.repeat(1_000_001), 'too long'],
])('rejects %.40s: %s', (text, why) => {
  expect(readProfileFile(text)).toMatchObject({ ok: false, failure: { code: 'invalid-input', message: expect.stringContaining(why) } });
});

test('names all wrong fields at once with what is expected, and unknown ones', () => {
  const text = JSON.stringify({
    causewayProfile: 1,
    service: { name: '', url: 'https://x', catalog: [{ segment: '../x', engine: 'C', models: [] }] },
    instance: { host: 'lab', port: 70_000, user: 'ada' },
    mode: 'both',
    toke: 1,
  });
  const read = readOwnProfileFile(text, 'See there.');
  const message = read.ok ? '' : read.failure.message;
  for (const part of [
    'service.name must not be empty',
    'service.baseUrl is missing (string)',
    'service.catalog.0.segment is not valid',
    'service.catalog.0.engine must be one of "A", "B", "unknown"',
    'instance.port must be 65535 or less',
    'mode must be one of "proxy", "direct"',
    'service.url is unknown',
    'instance.user is unknown',
    'toke is unknown',
  ]) {
    expect(message).toContain(part);
  }
  expect(read).toMatchObject({ failure: { remedy: 'See there.' } });
});

test("lets a file of the user's own leave the instance to the ssh config, and reports unknown fields without rejecting", () => {
  const file = (instance: object) =>
    JSON.stringify({ causewayProfile: 1, service: { name: 'x', baseUrl: 'https://x' }, instance, hint: 1 });
  expect(readOwnProfileFile(file({ host: 'lab' }), '')).toMatchObject({
    value: { draft: { instance: { host: 'lab', transport: 'ssh2' } }, unknown: ['hint'] },
  });
  expect(readOwnProfileFile(file({ alias: 'lab' }), '')).toMatchObject({ ok: true, value: { draft: { instance: { alias: 'lab' } } } });
  expect(readOwnProfileFile(file({ port: 22 }), '')).toMatchObject({ ok: false });
});
