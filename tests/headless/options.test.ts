import { expect, test } from 'vitest';
import { failureCodes } from '../../electron/contract/failure.ts';
import { exitCodeFor } from '../../electron/command-line/exit-code.ts';
import { readSecretFlags } from '../../electron/headless/run-headless.ts';
import { helpText, profileHelp } from '../../electron/headless/help-text.ts';
import { headlessFlags, readOptions } from '../../electron/headless/options.ts';
import { exportProfile } from '../../electron/core/profiles/profiles.ts';
import { defaultDataFolder } from '../../electron/command-line/data-folder.ts';
import { renderFailure } from '../../electron/contract/failures/render-failure.ts';

test('parses the flags', () => {
  const words = ['--headless', '--profile', 'Lab', '--mode', 'direct', '--port', '7400', '--token-env', 'LAB_TOKEN', '--password-fd', '3'];
  expect(readOptions(words)).toMatchObject({
    ok: true,
    value: {
      profile: 'Lab',
      mode: 'direct',
      port: 7400,
      secrets: { token: { kind: 'environment', name: 'LAB_TOKEN' }, password: { kind: 'descriptor', number: 3 } },
      isCheck: false,
      action: 'run',
    },
  });
});

test('parses limits as numbers, and repeated origins', () => {
  const limits = '--max-requests 2000 --first-byte-seconds 1800'.split(' ');
  const allowedOrigins = ['https://a.example', 'http://b:8080', 'app://obsidian.md'];
  expect(readOptions([...limits, ...allowedOrigins.flatMap((origin) => ['--allow-origin', origin])])).toMatchObject({
    value: { limits: { maxRequests: 2000, timeouts: { firstByteSeconds: 1800 }, allowedOrigins } },
  });
});

test.each([
  [['--porty'], 'flag-unknown', { detail: expect.stringContaining('--porty') as string }],
  [['--port', '80'], 'flag-number', { flag: 'port', min: 1024, max: 65_535, given: '80' }],
  [['--mode', 'both'], 'flag-mode', { given: 'both' }],
  [['--token', 'sk-secret'], 'flag-unknown', { detail: expect.stringContaining('--token') as string }],
  [['--token-fd', 'x'], 'flag-secret-descriptor', { secret: 'token', given: 'x' }],
  [['--new-key', ' '], 'flag-new-key', {}],
  [['--host-key', 'right'], 'flag-host-key', { given: 'right' }],
  [['--host-key', `MD5:${'a'.repeat(43)}`], 'flag-host-key', {}],
  [['--max-requests', '0'], 'flag-number', { flag: 'max-requests', min: 1, max: 10_000 }],
  [['--idle-seconds', '1.5'], 'flag-number', { flag: 'idle-seconds', min: 5, max: 7200 }],
  [['--allow-origin', 'https://app.example.org/'], 'flag-origin', { given: 'https://app.example.org/' }],
  [['--allow-origin', 'https://app.example.org:443'], 'flag-origin', {}],
  [['--allow-origin', 'chrome-extension://*'], 'flag-origin', {}],
  [['--allow-origin', 'file://home'], 'flag-origin', {}],
  [['--allow-origin', 'null'], 'flag-origin', {}],
  [['--token-env', 'A', '--token-fd', '3'], 'flag-secret-twice', { secret: 'token' }],
])('rejects %j with a sentence', (words, reason, params) => {
  const options = readOptions(words);
  expect(options).toMatchObject({ ok: false, failure: { code: 'invalid-input', reason, params } });
  expect(options.ok ? '' : renderFailure(options.failure, { surface: 'terminal' }).message).toMatch(/[^.]\.$/);
});

test('documents every flag in the help', () => {
  const documented = Array.from(helpText.matchAll(/--([a-z][a-z-]*)/g), ([, flag]) => flag);
  const others = ['browser', 'no-sandbox']; // flags of the program that starts it
  expect(new Set(documented)).toEqual(new Set([...Object.keys(headlessFlags), ...others]));
});

test('fails at once when a promised secret is missing', () => {
  const sources = { token: { kind: 'environment', name: 'LAB_TOKEN' }, password: undefined, passphrase: undefined } as const;
  expect(readSecretFlags(sources, { LAB_TOKEN: 'sk-1\n' })).toEqual({ ok: true, value: { token: 'sk-1' } });
  expect(readSecretFlags(sources, {})).toMatchObject({
    ok: false,
    failure: { reason: 'secret-variable-empty', params: { variable: 'LAB_TOKEN', secret: 'token' } },
  });
  const closed = { token: { kind: 'descriptor', number: 999 }, password: undefined, passphrase: undefined } as const;
  expect(readSecretFlags(closed, {})).toMatchObject({
    ok: false,
    failure: { code: 'invalid-input', reason: 'secret-descriptor-unreadable', params: { descriptor: 999 } },
  });
});

test('returns distinct exit codes for what a script can fix', () => {
  expect(exitCodeFor('ssh-auth')).toBe(77);
  expect(exitCodeFor('unreachable')).toBe(69);
  expect(exitCodeFor('ca-file')).toBe(78);
  expect(failureCodes.every((code) => [69, 70, 77, 78].includes(exitCodeFor(code)))).toBe(true);
});

test('uses the window’s data folder by default', () => {
  expect(defaultDataFolder('linux', '/home/mara', {})).toBe('/home/mara/.config/Causeway');
  expect(defaultDataFolder('linux', '/home/mara', { XDG_CONFIG_HOME: '/x' })).toBe('/x/Causeway');
  expect(defaultDataFolder('linux', '/home/mara', { XDG_CONFIG_HOME: '' })).toBe('/home/mara/.config/Causeway');
  expect(defaultDataFolder('darwin', '/Users/mara', {})).toBe('/Users/mara/Library/Application Support/Causeway');
});

test('documents every field of the profile file', () => {
  expect(readOptions(['--help', 'profile'])).toMatchObject({ value: { action: 'profile-help' } });
  expect(readOptions(['--help'])).toMatchObject({ value: { action: 'help' } });
  expect(readOptions(['--init', '--service', 'https://x', '--segment', 'a', '--segment', 'b'])).toMatchObject({
    value: { action: 'init', init: { service: 'https://x', segments: ['a', 'b'] } },
  });
  const instance = { host: 'a', port: 22, login: 'b', transport: 'ssh2', alias: null } as const;
  const service = { name: 'Lab', baseUrl: 'https://a/', inferenceServer: null, caFile: null, catalog: [] };
  const file = JSON.parse(exportProfile({ id: 'a', service, instance, mode: 'direct', directRoute: 'auto' }, [])) as Record<string, object>;
  const fields = Object.entries(file).flatMap(([name, value]) =>
    name === 'service' || name === 'instance' ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
  );
  const described = Array.from(profileHelp.matchAll(/^ {2}(?:([a-z]+)\.)?([\w, .]*\w) {2,}\S/gim), ([, parent, names = '']) =>
    names.split(', .').map((name) => (parent === undefined ? name : `${parent}.${name}`)),
  ).flat();
  expect(described.toSorted()).toEqual([...fields, 'instance', 'instance.alias'].toSorted()); // an alias isn't exported
});
