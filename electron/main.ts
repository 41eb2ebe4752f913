import path from 'node:path';
import { app } from 'electron';
import { startShell } from './shell/start-shell.ts';

startShell({
  preload: path.join(import.meta.dirname, '../preload/preload.cjs'),
  pages: path.join(import.meta.dirname, '../renderer'),
  officialElectron: __OFFICIAL_ELECTRON__,
  developmentServer: app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'],
});
