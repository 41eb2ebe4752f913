import { forgetBundle } from '../steps/bundle.ts';
import { run, binary } from '../steps/command.ts';
import { drawTray } from '../steps/draw-tray.ts';
import { rootSwitches, runtime, withDisplay } from '../steps/electron-command.ts';

forgetBundle();
drawTray();
// Reloads the window's modules in place, and restarts the main process when its files change.
const args = [binary('electron-vite/bin/electron-vite.js'), 'dev', '--watch', '--config', 'build/bundler.ts', '--', ...rootSwitches()];
const display = withDisplay(process.execPath, args);
process.exit(await run(display.command, display.args, { ELECTRON_EXEC_PATH: runtime().executable }));
