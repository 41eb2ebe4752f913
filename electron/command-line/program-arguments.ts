import { allowedOriginPattern } from '../contract/constants.ts';
import type { Failed } from '../contract/failure.ts';
import { fail } from '../contract/failures/start.ts';

/** Flags for Electron on Linux without a display. It reads them before any of our code runs. */
export const headlessChromiumFlags = ['--ozone-platform=headless', '--disable-gpu', '--log-level=3'] as const;

/** Flags of Electron's runtime, not of this program. As root it needs the first. */
const runtimeFlags: ReadonlySet<string> = new Set(['--no-sandbox', '--disable-dev-shm-usage', ...headlessChromiumFlags]);

/** Returns the program's own arguments. A packaged program's follow its name; otherwise they start at --headless or --browser. */
export function programArguments(commandLine: readonly string[], isPackaged: boolean): readonly string[] {
  const from = isPackaged
    ? 1
    : Math.max(
        1,
        commandLine.findIndex((argument) => argument === '--headless' || argument === '--browser'),
      );
  return commandLine.slice(from).filter((argument) => !runtimeFlags.has(argument));
}

/** Returns whether the program can ask in a terminal. On Windows, Electron gets no input from it, and the terminal doesn't wait for it. */
export function canAskInTerminal({ platform, versions }: Pick<NodeJS.Process, 'platform' | 'versions'>): boolean {
  return platform !== 'win32' || versions['electron'] === undefined;
}

/** Returns whether a command does nothing but ask. */
export function onlyAsks(args: readonly string[]): boolean {
  return args.includes('--approve') || (args.includes('--init') && !args.some((arg) => /^--service(?:=|$)/.test(arg)));
}

/** Converts an error of Node's `parseArgs` into a failure. */
export function unknownFlag(error: unknown): Failed {
  const message = error instanceof Error ? error.message : String(error);
  return fail('flag-unknown', { detail: message.replace(/\.$/, '') }); // Node ends only some of its messages with a period
}

/** Returns true for an origin exactly as a browser, an app or an extension sends it. */
export function isOrigin(text: string): boolean {
  const origin = URL.parse(text)?.origin;
  return allowedOriginPattern.test(text) && (origin === text || origin === 'null'); // Node knows the origins of websites only
}
