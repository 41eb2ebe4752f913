import path from 'node:path';
import { app, type Settings } from 'electron';
import type { Core } from '../../core/create-core.ts';
import { ownAppImage } from '../own-app-image.ts';
import { writeAutostartEntry, createLoginItemSync } from './start-at-login.ts';
import { hiddenFlag } from './start-flags.ts';

/** Returns whether macOS started the program at login. It passes no arguments then. */
export function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Keeps the login item in sync with the settings. The program starts hidden at login. */
export function syncLoginItem(core: Core): void {
  if (!app.isPackaged) return; // a development build can't be started at login
  const sync = createLoginItemSync({
    initial: core.settings.read(),
    apply,
    onFailure: (error) => core.log.error('login-item.failed', { error }),
  });
  core.listen(({ event, payload }) => {
    if (event === 'settings.changed') sync(payload);
  });
}

async function apply(startsAtLogin: boolean): Promise<void> {
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: startsAtLogin, ...windowsLoginItem() });
  // an AppImage is started by its own path, not by that of the unpacked program
  const executable = ownAppImage(process.env, process.execPath) ?? app.getPath('exe');
  await writeAutostartEntry(path.join(app.getPath('appData'), 'autostart'), executable, startsAtLogin);
}

/** Returns the login item for Windows. A portable program is started by the file it unpacks itself from. */
function windowsLoginItem(): Pick<Settings, 'args' | 'path'> {
  const portable = process.env['PORTABLE_EXECUTABLE_FILE'];
  return { args: [hiddenFlag], ...(portable === undefined ? {} : { path: portable }) };
}
