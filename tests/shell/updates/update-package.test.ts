import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readDebFiles, updatePackage, type Installation } from '../../../electron/shell/updates/update-package.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const linux: Installation = { platform: 'linux', environment: {}, executable: '/opt/Causeway/causeway', debFiles: [], hasFeed: true };
const appImage = { environment: { APPIMAGE: '/home/ada/causeway.AppImage', APPDIR: '/tmp/.mount_1' } };
const debFiles = ['/opt', '/opt/Causeway', '/opt/Causeway/causeway', ''];

test.each([
  ['a .deb', { debFiles }, 'deb'],
  ['a .deb started from another AppImage’s terminal', { ...appImage, debFiles }, 'deb'],
  ['an AppImage', { ...appImage, executable: '/tmp/.mount_1/causeway' }, 'AppImage'],
  ['an AppImage beside an installed .deb', { ...appImage, executable: '/tmp/.mount_1/causeway', debFiles }, 'AppImage'],
  ['a .tar.gz', { executable: '/home/ada/causeway/causeway', debFiles }, undefined],
  ['a .tar.gz started from another AppImage’s terminal', { ...appImage, executable: '/home/ada/causeway/causeway' }, undefined],
  ['macOS', { platform: 'darwin' }, 'mac'],
  ['macOS without a certificate, which has no feed', { platform: 'darwin', hasFeed: false }, undefined],
  [
    'macOS from a read-only copy',
    { platform: 'darwin', executable: '/private/var/folders/x/T/AppTranslocation/1/d/Causeway.app/Contents/MacOS/Causeway' },
    undefined,
  ],
  ['the installer for Windows', { platform: 'win32' }, 'nsis'],
  [
    'the portable program for Windows, which an installer wouldn’t replace',
    { platform: 'win32', environment: { PORTABLE_EXECUTABLE_FILE: 'D:\\causeway-1.0.0-portable-x64.exe' } },
    undefined,
  ],
] satisfies readonly (readonly [string, Partial<Installation>, string | undefined])[])(
  'updates a program with its own kind of package (catches an AppImage that installs a .deb): %s',
  (_, installation, kind) => expect(updatePackage({ ...linux, ...installation })).toBe(kind),
);

test('finds the executable of a .deb below a symbolic link (catches no updates where /opt is on another disk)', async () => {
  const folder = await realpath(await temporaryFolder());
  const executable = path.join(folder, 'disk/Causeway/causeway');
  await mkdir(path.dirname(executable), { recursive: true });
  await writeFile(executable, '');
  await symlink('disk', path.join(folder, 'opt'));
  const list = path.join(folder, 'causeway.list');
  await writeFile(list, `${folder}/opt\n${folder}/opt/Causeway\n${folder}/opt/Causeway/causeway\n`);
  expect(readDebFiles(list, executable)).toContain(executable);
  expect(readDebFiles(path.join(folder, 'absent.list'), executable)).toEqual([]);
});
