import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { app, type Settings } from 'electron';
import type { Core } from '../../core/create-core.ts';
import { autostartEntry } from './autostart-entry.ts';

const hidden = '--hidden';

/** Whether a start with these words asks for no window. */
export function isHiddenStart(words: readonly string[]): boolean {
  return words.includes(hidden);
}

/** macOS passes no words to what it starts at login, and tells this way. */
export function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Keeps "start at login" in line with the settings; hidden, because nobody asked for a window. */
export function followLoginItem(core: Core): void {
  let isSet: boolean | undefined;
  const apply = async (startsAtLogin: boolean): Promise<void> => {
    if (startsAtLogin === isSet || !app.isPackaged) return; // a development build has nothing a login could start
    isSet = startsAtLogin;
    if (process.platform === 'linux') await writeEntry(startsAtLogin);
    else app.setLoginItemSettings({ openAtLogin: startsAtLogin, ...windowsStart() });
  };
  const tell = (error: unknown): void => core.log.error('login-item.failed', { error });
  void apply(core.settings.read().desktop.startsAtLogin).catch(tell);
  core.listen(({ event, payload }) => {
    if (event === 'settings.changed') void apply(payload.desktop.startsAtLogin).catch(tell);
  });
}

/** A portable program is started by the file it unpacks itself from. */
function windowsStart(): Pick<Settings, 'args' | 'path'> {
  const portable = process.env['PORTABLE_EXECUTABLE_FILE'];
  return { args: [hidden], ...(portable === undefined ? {} : { path: portable }) };
}

async function writeEntry(isWanted: boolean): Promise<void> {
  const folder = path.join(app.getPath('appData'), 'autostart');
  const file = path.join(folder, 'causeway.desktop');
  if (!isWanted) return rm(file, { force: true });
  await mkdir(folder, { recursive: true });
  // an AppImage is started by its own path, not by that of the program unpacked from it
  await writeFile(file, autostartEntry(process.env['APPIMAGE'] ?? app.getPath('exe')));
}
