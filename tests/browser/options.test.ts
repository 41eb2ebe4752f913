import { expect, test } from 'vitest';
import { approveFlags, readBrowserCommand, readBrowserOptions, splitBrowserFlags } from '../../electron/browser/options.ts';

test('parses the flags for a reverse proxy', () =>
  expect(
    readBrowserCommand('--browser --base-path /user/me/causeway --allow-host Hub.Example --allow-host hub:8443 --no-open'.split(' ')),
  ).toMatchObject({
    ok: true,
    value: { action: 'run', browser: { basePath: '/user/me/causeway/', allowedHosts: ['hub.example', 'hub:8443'], opensWindow: false } },
  }));

test.each([
  [['--browser-port', '80'], 'flag-number', { flag: 'browser-port', given: '80' }],
  [['--browser-port', 'x'], 'flag-number', { flag: 'browser-port', given: 'x' }],
  [['--base-path', 'user'], 'flag-base-path', { given: 'user' }],
  [['--base-path', '/../etc'], 'flag-base-path', { given: '/../etc' }],
  [['--allow-host', 'https://hub.example/'], 'flag-allow-host', { given: 'https://hub.example/' }],
  [['--colour'], 'flag-unknown', { detail: expect.stringContaining('--colour') as string }],
])('rejects %j and names the flag', (flags, reason, params) =>
  expect(readBrowserCommand(flags)).toMatchObject({ ok: false, failure: { code: 'invalid-input', reason, params } }),
);

test('splits its flags from a command line and keeps the others in order', () => {
  const flags = '--headless --browser --port 7400 --browser-port 7500 --allow-host=hub --profile lab --no-open'.split(' ');
  const { values, others } = splitBrowserFlags(flags);
  expect(others).toEqual(['--headless', '--port', '7400', '--profile', 'lab']);
  expect(readBrowserOptions(values)).toMatchObject({ ok: true, value: { port: 7500, allowedHosts: ['hub'], opensWindow: false } });
});

test('names the data folder in the flags that answer approvals, unless it is the default (catches a headless program’s approvals)', () => {
  expect(approveFlags('/home/ada/.config/Causeway', '/home/ada/.config/Causeway')).toBe('--browser --approve');
  expect(approveFlags('/data/ada’s lab', '/home/ada/.config/Causeway')).toBe("--browser --approve --data '/data/ada’s lab'");
});
