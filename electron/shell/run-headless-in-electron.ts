import { app } from 'electron';
import { headlessChromiumFlags, programArguments } from '../command-line/program-arguments.ts';

/** Runs the command-line program under Electron without a window or display. Exits with its exit code. */
export function runHeadlessInElectron(run: (args: readonly string[]) => Promise<number>): void {
  const { argv, execPath, env } = process;
  // without a display Electron would crash, so the process re-executes itself; this keeps signals and descriptors
  if (process.platform === 'linux' && !argv.includes(headlessChromiumFlags[0])) {
    process.execve?.(execPath, [execPath, ...headlessChromiumFlags, ...argv.slice(1)], env);
  }
  app.dock?.hide();
  // not earlier: until the app is ready, Electron handles signals itself and would quit without finishing answers
  void app
    .whenReady()
    .then(() => run(programArguments(argv, app.isPackaged)))
    .then((code) => app.exit(code));
}
