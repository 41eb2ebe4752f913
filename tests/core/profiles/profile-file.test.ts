import { expect, test } from 'vitest';
import { exportProfile, readOwnProfileFile, readProfileFile } from '../../../electron/core/profiles/profiles.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import { createAuthority } from '../../../electron/core/demo/certificates/authority.ts';
import { catalog } from '../llm-client/models.ts';
import { renderFailure } from '../../../electron/contract/failures/render-failure.ts';
import { profileFileText } from '../../../electron/core/profiles/text.ts';

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
  ['', 'profile-file-not-json', {}],
  ['[]', 'profile-file-unmarked', {}],
  ['{"service":{}}', 'profile-file-unmarked', {}],
  [
    '{"causewayProfile":1,"service":{"name":"x"}}',
    'profile-file-invalid',
    { problems: [profileFileText.missing('service.baseUrl', 'string')] },
  ],
  [
    '{"causewayProfile":1,"service":{"name":"","baseUrl":"https://x"}}',
    'profile-file-invalid',
    { problems: [profileFileText.empty('service.name')] },
  ],
  ['{"causewayProfile":2}', 'profile-file-newer', {}],
  [exportProfile(profile, ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']), 'profile-file-certificate', {}],
  [' '.repeat(1_000_001), 'profile-file-too-long', {}],
])('rejects %.40s: %s', (text, reason, params) =>
  expect(readProfileFile(text)).toMatchObject({ ok: false, failure: { code: 'invalid-input', reason, params } }),
);

test('names all wrong fields at once with what is expected, and unknown ones', () => {
  const text = JSON.stringify({
    causewayProfile: 1,
    service: { name: '', url: 'https://x', catalog: [{ segment: '../x', engine: 'C', models: [] }] },
    instance: { host: 'lab', port: 70_000, user: 'ada' },
    mode: 'both',
    toke: 1,
  });
  const read = readOwnProfileFile(text);
  expect(read).toMatchObject({ ok: false, failure: { code: 'invalid-input', reason: 'profile-file-invalid' } });
  expect(read.ok ? [] : read.failure.params['problems']).toEqual(
    expect.arrayContaining([
      profileFileText.empty('service.name'),
      profileFileText.missing('service.baseUrl', 'string'),
      profileFileText.invalid('service.catalog.0.segment'),
      profileFileText.oneOf('service.catalog.0.engine', '"vllm", "sglang", "unknown"'),
      profileFileText.atMost('instance.port', 65_535),
      profileFileText.oneOf('mode', '"proxy", "direct"'),
      profileFileText.unknown('service.url'),
      profileFileText.unknown('instance.user'),
      profileFileText.unknown('toke'),
    ]),
  );
});

test('refers to the help of the command line in a terminal, and to the sender in the window', () => {
  const read = readOwnProfileFile('');
  const rendered = (surface: 'window' | 'terminal') => (read.ok ? '' : renderFailure(read.failure, { surface }).remedy);
  expect(rendered('terminal')).toContain('--help profile');
  expect(rendered('window')).not.toContain('--');
});

test("lets a file of the user's own leave the instance to the ssh config, and reports unknown fields without rejecting", () => {
  const file = (instance: object) =>
    JSON.stringify({ causewayProfile: 1, service: { name: 'x', baseUrl: 'https://x' }, instance, hint: 1 });
  expect(readOwnProfileFile(file({ host: 'lab' }))).toMatchObject({
    value: { draft: { instance: { host: 'lab', transport: 'ssh2' } }, unknown: ['hint'] },
  });
  expect(readOwnProfileFile(file({ alias: 'lab' }))).toMatchObject({ ok: true, value: { draft: { instance: { alias: 'lab' } } } });
  expect(readOwnProfileFile(file({ port: 22 }))).toMatchObject({ ok: false });
});
