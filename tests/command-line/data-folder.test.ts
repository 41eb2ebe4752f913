import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, restrictCommand } from '../../electron/command-line/data-folder.ts';
import { must } from '../support/must.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const environment = {
  USERPROFILE: String.raw`C:\Users\ada`,
  APPDATA: String.raw`\\server\profiles\ada`,
  SystemRoot: String.raw`C:\Windows`,
  USERDOMAIN: 'LAB',
  USERNAME: 'ada',
};

test('takes a folder outside the profile from other users on Windows', () => {
  expect(restrictCommand(String.raw`D:\lab`, 'win32', environment)).toEqual({
    file: String.raw`C:\Windows\System32\icacls.exe`,
    args: [
      String.raw`D:\lab`,
      '/inheritance:r',
      '/grant:r',
      String.raw`LAB\ada:(OI)(CI)F`,
      '/grant:r',
      '*S-1-5-18:(OI)(CI)F',
      '/grant:r',
      '*S-1-5-32-544:(OI)(CI)F',
    ],
  });
  expect(restrictCommand(String.raw`C:\Users\ada2`, 'win32', environment)).toBeDefined();
});

test.each([
  [String.raw`c:\users\ada\lab`, 'win32'],
  [String.raw`\\server\profiles\ada\Causeway`, 'win32'],
  ['/srv/lab', 'linux'],
  ['/srv/lab', 'darwin'],
] as const)('leaves %s on %s as it is', (folder, platform) => expect(restrictCommand(folder, platform, environment)).toBeUndefined());

test('does so once, when it creates the folder', async () => {
  const folder = path.join(await temporaryFolder(), 'parent', 'lab');
  const calls: string[] = [];
  const run = async (file: string, args: readonly string[]): Promise<void> => {
    calls.push(`${path.win32.basename(file)} ${args[0]}`);
    throw new Error('no permissions on this disk');
  };
  for (let start = 0; start < 2; start += 1) must(await makeFolder(folder, { platform: 'win32', environment, run }));
  expect(calls).toEqual([`icacls.exe ${folder}`]);
});
