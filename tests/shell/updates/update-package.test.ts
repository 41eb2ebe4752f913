import { expect, test } from 'vitest';
import { updatePackage, type Installation } from '../../../electron/shell/updates/update-package.ts';

const linux: Installation = {
  platform: 'linux',
  environment: {},
  executable: '/opt/Causeway/causeway',
  mountFolder: undefined,
  debFiles: [],
};
const appImage = { environment: { APPIMAGE: '/home/ada/causeway.AppImage' }, mountFolder: '/tmp/.mount_1' };
const debFiles = ['/opt', '/opt/Causeway', '/opt/Causeway/causeway', ''];

test.each([
  ['a .deb', { debFiles }, 'deb'],
  ['a .deb started from another AppImage’s terminal', { ...appImage, debFiles }, 'deb'],
  ['an AppImage', { ...appImage, executable: '/tmp/.mount_1/causeway' }, 'AppImage'],
  ['an AppImage beside an installed .deb', { ...appImage, executable: '/tmp/.mount_1/causeway', debFiles }, 'AppImage'],
  ['a .tar.gz', { executable: '/home/ada/causeway/causeway', debFiles }, undefined],
  ['a .tar.gz started from another AppImage’s terminal', { ...appImage, executable: '/home/ada/causeway/causeway' }, undefined],
  ['macOS', { platform: 'darwin' }, 'mac'],
  ['the installer for Windows', { platform: 'win32' }, 'nsis'],
  [
    'the portable program for Windows, which an installer wouldn’t replace',
    { platform: 'win32', environment: { PORTABLE_EXECUTABLE_FILE: 'D:\\causeway-1.0.0-portable-x64.exe' } },
    undefined,
  ],
] satisfies readonly (readonly [string, Partial<Installation>, string | undefined])[])(
  'updates a program with its own kind of package (catches an AppImage that installs a .deb): %s',
  (_, installation, kind) => {
    expect(updatePackage({ ...linux, ...installation })).toBe(kind);
  },
);
