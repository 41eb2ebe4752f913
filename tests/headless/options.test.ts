import { expect, test } from 'vitest';
import { failureCodes } from '../../electron/contract/failure.ts';
import { exitCodeFor } from '../../electron/command-line/exit-code.ts';
import { readSecretFlags } from '../../electron/headless/secret-flags.ts';
import { helpText, readOptions, profileHelp } from '../../electron/headless/options.ts';
import { defaultDataFolder } from '../../electron/command-line/data-folder.ts';

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
  const words = [
    '--max-requests',
    '2000',
    '--first-byte-seconds',
    '1800',
    '--allow-origin',
    'https://a.example',
    '--allow-origin',
    'http://b:8080',
  ];
  expect(readOptions(words)).toMatchObject({
    value: {
      limits: { maxRequests: 2000, timeouts: { firstByteSeconds: 1800 }, allowedOrigins: ['https://a.example', 'http://b:8080'] },
    },
  });
});

test.each([
  [['--porty'], '--porty'],
  [['--port', '80'], '1024'],
  [['--mode', 'both'], 'proxy or direct'],
  [['--token', 'sk-secret'], '--token'],
  [['--token-fd', 'x'], 'descriptor'],
  [['--new-key', ' '], 'a name'],
  [['--host-key', 'right'], 'SHA256:'],
  [['--host-key', `MD5:${'a'.repeat(43)}`], 'SHA256:'],
  [['--max-requests', '0'], '1 to 10000'],
  [['--idle-seconds', '1.5'], '5 to 7200'],
  [['--allow-origin', 'https://app.example.org/'], 'an origin'],
  [['--token-env', 'A', '--token-fd', '3'], 'not both'],
])('rejects %j with a sentence', (words, part) => {
  const options = readOptions(words);
  expect(options.ok ? '' : options.failure.message).toContain(part);
  expect(options.ok ? '' : options.failure.message).toMatch(/[^.]\.$/);
});

test('documents every flag in the help', () => {
  const flags = [
    '--profile',
    '--mode',
    '--port',
    '--check',
    '--new-key',
    '--host-key',
    '--token-env',
    '--token-fd',
    '--password-fd',
    '--ca-file',
    '--json',
  ];
  expect(flags.filter((flag) => !helpText.includes(flag))).toEqual([]);
});

test('fails at once when a promised secret is missing', () => {
  const sources = { token: { kind: 'environment', name: 'LAB_TOKEN' }, password: undefined, passphrase: undefined } as const;
  expect(readSecretFlags(sources, { LAB_TOKEN: 'sk-1\n' })).toEqual({ ok: true, value: { token: 'sk-1' } });
  expect(readSecretFlags(sources, {})).toMatchObject({
    ok: false,
    failure: { message: 'The environment variable LAB_TOKEN holds no token.' },
  });
  const closed = { token: { kind: 'descriptor', number: 999 }, password: undefined, passphrase: undefined } as const;
  expect(readSecretFlags(closed, {})).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
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
  expect(defaultDataFolder('darwin', '/Users/mara', {})).toBe('/Users/mara/Library/Application Support/Causeway');
});

test('documents every field of the profile file', () => {
  expect(readOptions(['--help', 'profile'])).toMatchObject({ value: { action: 'profile-help' } });
  expect(readOptions(['--help'])).toMatchObject({ value: { action: 'help' } });
  expect(readOptions(['--init', '--service', 'https://x', '--segment', 'a', '--segment', 'b'])).toMatchObject({
    value: { action: 'init', init: { service: 'https://x', segments: ['a', 'b'] } },
  });
  for (const field of [
    'name',
    'baseUrl',
    'inferenceServer',
    'catalog',
    'host',
    'port',
    'login',
    'alias',
    'transport',
    'mode',
    'directRoute',
  ]) {
    expect(profileHelp).toContain(field);
  }
});
