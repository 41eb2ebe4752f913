import { app } from 'electron';
import { displayless, programWords } from '../command-line/program-words.ts';

/** Runs the program in a terminal, under Electron but without a window and without a display; ends with its exit code. */
export function runWithoutWindow(run: (words: readonly string[]) => Promise<number>): void {
  const { argv, execPath, env } = process;
  // a server has no display, and Electron would crash; the same process begins anew, so that signals and descriptors stay
  if (process.platform === 'linux' && !argv.includes(displayless[0])) {
    process.execve?.(execPath, [execPath, ...displayless, ...argv.slice(1)], env);
  }
  app.dock?.hide();
  // not before it is ready: until then Electron takes signals for itself, and would quit without letting answers end
  void app
    .whenReady()
    .then(() => run(programWords(argv, app.isPackaged)))
    .then((code) => app.exit(code));
}
