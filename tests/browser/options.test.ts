import { expect, test } from 'vitest';
import { readBrowserCommand, readBrowserOptions, splitBrowserFlags } from '../../electron/browser/options.ts';

test('parses the flags for a reverse proxy', () => {
  expect(
    readBrowserCommand([
      '--browser',
      '--base-path',
      '/user/me/causeway',
      '--allow-host',
      'Hub.Example',
      '--allow-host',
      'hub:8443',
      '--no-open',
    ]),
  ).toMatchObject({
    ok: true,
    value: { action: 'run', browser: { basePath: '/user/me/causeway/', allowedHosts: ['hub.example', 'hub:8443'], opensWindow: false } },
  });
});

test.each([
  [['--browser-port', '80'], '--browser-port'],
  [['--browser-port', 'x'], '--browser-port'],
  [['--base-path', 'user'], '--base-path'],
  [['--base-path', '/../etc'], '--base-path'],
  [['--allow-host', 'https://hub.example/'], '--allow-host'],
  [['--colour'], '--colour'],
])('rejects %j with a sentence that names the flag', (flags, flag) => {
  expect(readBrowserCommand(flags)).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining(flag) as string, remedy: 'See --help.' },
  });
});

test('splits its flags from a command line and keeps the others in order', () => {
  const flags = [
    '--headless',
    '--browser',
    '--port',
    '7400',
    '--browser-port',
    '7500',
    '--allow-host=hub',
    '--profile',
    'lab',
    '--no-open',
  ];
  const { values, others } = splitBrowserFlags(flags);
  expect(others).toEqual(['--headless', '--port', '7400', '--profile', 'lab']);
  expect(readBrowserOptions(values)).toMatchObject({ ok: true, value: { port: 7500, allowedHosts: ['hub'], opensWindow: false } });
});
