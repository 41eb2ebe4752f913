import { app } from 'electron';
import { headlessChromiumFlags, programArguments } from '../command-line/program-arguments.ts';

/** Runs the program in a terminal, under Electron but without a window and without a display; ends with its exit code. */
export function runHeadlessInElectron(run: (args: readonly string[]) => Promise<number>): void {
  const { argv, execPath, env } = process;
  // a server has no display, and Electron would crash; the same process begins anew, so that signals and descriptors stay
  if (process.platform === 'linux' && !argv.includes(headlessChromiumFlags[0])) {
    process.execve?.(execPath, [execPath, ...headlessChromiumFlags, ...argv.slice(1)], env);
  }
  app.dock?.hide();
  // not before it is ready: until then Electron takes signals for itself, and would quit without letting answers end
  void app
    .whenReady()
    .then(() => run(programArguments(argv, app.isPackaged)))
    .then((code) => app.exit(code));
}
