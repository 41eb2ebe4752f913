import { app } from 'electron';
import { exitCodes } from '../command-line/exit-code.ts';
import { canAskInTerminal, headlessChromiumFlags, onlyAsks, programArguments } from '../command-line/program-arguments.ts';
import { failure } from '../contract/failures/fail.ts';
import { failureSentences } from '../contract/failures/render-failure.ts';

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
    .then(() => {
      const args = programArguments(argv, app.isPackaged);
      if (canAskInTerminal(process) || !onlyAsks(args)) return run(args);
      process.stderr.write(`${failureSentences(failure('terminal-without-input'), { surface: 'terminal' })}\n`);
      return exitCodes.usage;
    })
    .then((code) => app.exit(code));
}
