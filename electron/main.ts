import path from 'node:path';
import { app } from 'electron';
import { programArguments } from './command-line/program-arguments.ts';
import { startShell } from './shell/start-shell.ts';
import { runHeadlessInElectron } from './shell/run-headless-in-electron.ts';

const pages = path.join(import.meta.dirname, '../renderer');

const isInTerminal =
  process.argv.includes('--headless') ||
  process.argv.includes('--browser') ||
  programArguments(process.argv, app.isPackaged)[0] === 'launch';

if (isInTerminal) {
  runHeadlessInElectron(async (args) => {
    const { startServer } = await import('./start-server.ts');
    return startServer(app.getVersion(), pages, args);
  });
} else {
  startShell({
    preload: path.join(import.meta.dirname, '../preload/preload.cjs'),
    pages,
    trayImages: path.join(import.meta.dirname, '../tray'),
    updateKey: __UPDATE_KEY__,
    officialElectron: __OFFICIAL_ELECTRON__,
    developmentServer: app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'],
  });
}
