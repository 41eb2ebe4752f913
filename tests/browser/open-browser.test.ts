import { expect, test } from 'vitest';
import { findBrowser, sshForwardCommand } from '../../electron/browser/open-browser.ts';

const login = { user: 'ada', hostName: 'node7' };

// catches a program of the same name in the current folder, which Windows would run
test('starts the default browser of Windows with a program of its system folder', async () => {
  const start = (environment: Readonly<Record<string, string>>) => findBrowser('win32', environment, true);
  expect(await start({ SystemRoot: String.raw`D:\Windows` })).toMatchObject({ command: String.raw`D:\Windows\System32\rundll32.exe` });
  expect(await start({})).toMatchObject({ command: String.raw`C:\Windows\System32\rundll32.exe` });
});

test('uses the address that the user connected to', () => {
  expect(sshForwardCommand(7335, { ...login, sshConnection: '10.0.0.5 51000 10.0.0.9 22' })).toBe(
    'ssh -N -L 7335:127.0.0.1:7335 ada@10.0.0.9',
  );
  expect(sshForwardCommand(7335, { ...login, sshConnection: '10.0.0.5 51000 10.0.0.9 2222' })).toBe(
    'ssh -N -L 7335:127.0.0.1:7335 -p 2222 ada@10.0.0.9',
  );
});

test('leaves out a user without a name (catches a command for nobody)', () =>
  expect(sshForwardCommand(7335, { user: '', hostName: 'node7', sshConnection: undefined })).toBe('ssh -N -L 7335:127.0.0.1:7335 node7'));

test('uses the host name when the user connected locally', () => {
  expect(sshForwardCommand(7335, { ...login, sshConnection: undefined })).toBe('ssh -N -L 7335:127.0.0.1:7335 ada@node7');
  expect(sshForwardCommand(7335, { ...login, sshConnection: '127.0.0.1 51000 127.0.0.1 22' })).toBe(
    'ssh -N -L 7335:127.0.0.1:7335 ada@node7',
  );
});
