import { openBrowserShell } from './browser/browser-shell.ts';
import { readBrowserOptions, splitBrowserFlags } from './browser/options.ts';
import { runBrowser, show } from './browser/start-browser.ts';
import { exitCodes } from './command-line/exit-code.ts';
import { runProcess } from './command-line/run-process.ts';
import { ok } from './contract/failure.ts';
import { systemClock } from './core/program-start.ts';
import type { AttachWindow } from './headless/run-headless.ts';

/** Starts Causeway without Electron's window: served to a browser, in the terminal alone (--headless), or both. */
export function startServer(version: string, pages: string, words: readonly string[]): Promise<number> {
  return runProcess(async ({ ending, hurry }) => {
    const { env: environment, stdin: input, stdout: output, stderr: complaints } = process;
    const around = { version, environment, input, output, complaints, ending };
    if (!words.includes('--headless')) return runBrowser({ ...around, words, pages });
    const { runHeadless } = await import('./headless/run-headless.ts');
    if (!words.includes('--browser')) return runHeadless({ ...around, words, hurry });

    const { values, others } = splitBrowserFlags(words);
    const browser = readBrowserOptions(values);
    if (!browser.ok) {
      complaints.write(`${browser.failure.message} ${browser.failure.remedy}\n`);
      return exitCodes.usage;
    }
    const attachWindow: AttachWindow = async (core, folders, say) => {
      const shell = await openBrowserShell({ ...browser.value, core, clock: systemClock, folders, pages });
      if (!shell.ok) return shell;
      const { link, text } = await show(shell.value.createLink, browser.value, environment);
      say(text, { event: 'window', link });
      return ok(shell.value.close);
    };
    return runHeadless({ ...around, words: others, hurry, attachWindow });
  });
}
