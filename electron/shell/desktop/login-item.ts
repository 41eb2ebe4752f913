import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { app } from 'electron';
import type { Core } from '../../core/create-core.ts';
import { autostartEntry } from './autostart-entry.ts';

/** Keeps "start at login" in line with the settings; hidden, because nobody asked for a window. */
export function followLoginItem(core: Core): void {
  let isSet: boolean | undefined;
  const apply = async (startsAtLogin: boolean): Promise<void> => {
    if (startsAtLogin === isSet || !app.isPackaged) return; // a development build has nothing a login could start
    isSet = startsAtLogin;
    if (process.platform === 'linux') await writeEntry(startsAtLogin);
    else app.setLoginItemSettings({ openAtLogin: startsAtLogin, args: ['--hidden'] });
  };
  const tell = (error: unknown): void => core.log.error('login-item.failed', { error });
  void apply(core.settings.read().desktop.startsAtLogin).catch(tell);
  core.listen(({ event, payload }) => {
    if (event === 'settings.changed') void apply(payload.desktop.startsAtLogin).catch(tell);
  });
}

async function writeEntry(isWanted: boolean): Promise<void> {
  const folder = path.join(app.getPath('appData'), 'autostart');
  const file = path.join(folder, 'causeway.desktop');
  if (!isWanted) return rm(file, { force: true });
  await mkdir(folder, { recursive: true });
  // an AppImage is started by its own path, not by that of the program unpacked from it
  await writeFile(file, autostartEntry(process.env['APPIMAGE'] ?? app.getPath('exe')));
}
