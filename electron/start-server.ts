import { announceApprovals } from './browser/approvals/pending-approvals.ts';
import { openBrowserShell } from './browser/browser-shell.ts';
import { readBrowserOptions, splitBrowserFlags } from './browser/options.ts';
import { runBrowser, offerLink } from './browser/start-browser.ts';
import { exitCodes } from './command-line/exit-code.ts';
import { runProcess } from './command-line/run-process.ts';
import { ok } from './contract/failure.ts';
import { systemClock } from './core/program-start.ts';
import type { AttachWindow } from './headless/run-headless.ts';

/** Starts Causeway without Electron's window: in a browser, in the terminal (--headless), or both. */
export function startServer(version: string, pages: string, args: readonly string[]): Promise<number> {
  return runProcess(async ({ shutdown, forceShutdown }) => {
    const { env: environment, stdin: input, stdout: output, stderr: errorOutput } = process;
    const context = { version, environment, input, output, errorOutput, shutdown, forceShutdown };
    if (args[0] === 'launch') {
      const { launch } = await import('./headless/launch.ts');
      return launch({ args: args.slice(1), environment, output, errorOutput });
    }
    if (!args.includes('--headless')) return runBrowser({ ...context, args: args, pages });
    const { runHeadless } = await import('./headless/run-headless.ts');
    if (!args.includes('--browser')) return runHeadless({ ...context, args: args });

    const { values, others } = splitBrowserFlags(args);
    const browser = readBrowserOptions(values);
    if (!browser.ok) {
      const { failureSentences } = await import('./contract/failures/render-failure.ts');
      errorOutput.write(`${failureSentences(browser.failure, { surface: 'terminal' })}\n`);
      return exitCodes.usage;
    }
    const attachWindow: AttachWindow = async (core, folders, print) => {
      const shell = await openBrowserShell({ ...browser.value, core, clock: systemClock, folders, pages });
      if (!shell.ok) return shell;
      // the terminal may be asking for a password, or its lines be read by a program
      announceApprovals(shell.value, (sentence) => print(sentence, { event: 'approval', flags: shell.value.approveFlags }));
      const { link, text } = await offerLink(shell.value.createLink, browser.value, environment);
      print(text, { event: 'window', link });
      return ok(shell.value.close);
    };
    return runHeadless({ ...context, args: others, attachWindow });
  });
}
