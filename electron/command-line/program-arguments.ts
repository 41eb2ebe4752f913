/** What Electron starts with on Linux where there is no display; it looks before any of our code runs. Quiet: a terminal shows ours. */
export const headlessChromiumFlags = ['--ozone-platform=headless', '--disable-gpu', '--log-level=3'] as const;

/** Of Electron's runtime, not of this program: as root it does not start without the first. */
const runtimeFlags: ReadonlySet<string> = new Set(['--no-sandbox', '--disable-dev-shm-usage', ...headlessChromiumFlags]);

/** The words of a command line that are this program's own; before a packaged program's there is nothing but its name. */
export function programArguments(commandLine: readonly string[], isPackaged: boolean): readonly string[] {
  const from = isPackaged
    ? 1
    : Math.max(
        1,
        commandLine.findIndex((argument) => argument === '--headless' || argument === '--browser'),
      );
  return commandLine.slice(from).filter((argument) => !runtimeFlags.has(argument));
}
