import { expect, test } from 'vitest';
import { launchCommand, type ProgramStart } from '../../../electron/core/client-programs/launch-command.ts';

const linux: ProgramStart = {
  platform: 'linux',
  environment: {},
  execPath: '/opt/Causeway/causeway',
  script: '',
  codeFolder: '/opt/Causeway/resources/app.asar/build/out/main',
};
const mac = '/Applications/Causeway.app/Contents';
const windows = String.raw`C:\Users\Ada L\AppData\Local\Programs\causeway`;

// Catches a command that is on no PATH.
test.each<[string, Partial<ProgramStart>, string]>([
  ['a package of the system', {}, 'causeway launch codex'],
  [
    'an AppImage',
    {
      execPath: '/tmp/.mount_Causew1/causeway',
      environment: { APPIMAGE: '/home/ada/my apps/Causeway.AppImage', APPDIR: '/tmp/.mount_Causew1' },
    },
    `'/home/ada/my apps/Causeway.AppImage' launch codex`,
  ],
  [
    'an unpacked archive, in the terminal of an AppImage',
    { execPath: '/home/ada/causeway/causeway', environment: { APPIMAGE: '/home/ada/Editor.AppImage', APPDIR: '/tmp/.mount_Editor' } },
    '/home/ada/causeway/causeway launch codex',
  ],
  [
    'an app of macOS',
    { platform: 'darwin', execPath: `${mac}/MacOS/Causeway`, codeFolder: `${mac}/Resources/app.asar/build/out/main` },
    `${mac}/MacOS/Causeway launch codex`,
  ],
  [
    'an installed app of Windows',
    {
      platform: 'win32',
      execPath: String.raw`${windows}\Causeway.exe`,
      codeFolder: String.raw`${windows}\resources\app.asar\build\out\main`,
    },
    String.raw`& 'C:\Users\Ada L\AppData\Local\Programs\causeway\Causeway.exe' launch codex`,
  ],
  [
    'a portable app of Windows',
    {
      platform: 'win32',
      environment: { PORTABLE_EXECUTABLE_FILE: String.raw`D:\Causeway.exe` },
      codeFolder: String.raw`C:\Temp\x\resources\app.asar\build\out\main`,
    },
    String.raw`& 'D:\Causeway.exe' launch codex`,
  ],
  [
    'the sources, bundled',
    { codeFolder: '/home/ada/causeway/build/out/main' },
    'npm --prefix /home/ada/causeway run headless -- launch codex',
  ],
  ['the sources', { codeFolder: '/home/ada/o’s/electron/core' }, "npm --prefix '/home/ada/o’s' run headless -- launch codex"],
  [
    'the package for servers',
    {
      execPath: '/usr/bin/node',
      script: '/home/ada/.npm/_npx/1/node_modules/.bin/causeway-server',
      codeFolder: '/home/ada/.npm/_npx/1/node_modules/causeway-server/main',
    },
    '/usr/bin/node /home/ada/.npm/_npx/1/node_modules/.bin/causeway-server launch codex',
  ],
])('starts a program from %s', (_what, start, command) =>
  expect(launchCommand({ ...linux, ...start }, { id: 'codex', model: undefined, dataFolder: undefined })).toBe(command),
);

// Catches a model whose name ends the command and starts another one.
test('quotes a model and a data folder', () =>
  expect(launchCommand(linux, { id: 'codex', model: "x'; touch /tmp/x", dataFolder: '/srv/data' })).toBe(
    String.raw`causeway launch codex --model 'x'\''; touch /tmp/x' --data /srv/data`,
  ));
