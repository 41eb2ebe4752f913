import path from 'node:path';
import { app } from 'electron';
import { startHeadless } from './headless.ts';
import { startShell } from './shell/start-shell.ts';
import { runWithoutWindow } from './shell/without-window.ts';

if (process.argv.includes('--headless')) {
  runWithoutWindow((words) => startHeadless(app.getVersion(), words));
} else {
  startShell({
    preload: path.join(import.meta.dirname, '../preload/preload.cjs'),
    pages: path.join(import.meta.dirname, '../renderer'),
    trayPictures: path.join(import.meta.dirname, '../tray'),
    updateKey: __UPDATE_KEY__,
    officialElectron: __OFFICIAL_ELECTRON__,
    developmentServer: app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'],
  });
}
