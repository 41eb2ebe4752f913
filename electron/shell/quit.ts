import type { Core } from '../core/create-core.ts';
import { hiddenFlag } from './desktop/start-at-login.ts';
import { ownAppImage } from './app-identity.ts';

/** Requests to show the window, by a second start, the dock, the tray or a notification. */
type ShowRequests = ReturnType<typeof createShowRequests>;

/** Creates the requests, before the window can be shown. */
export function createShowRequests() {
  let showWindow: (() => void) | undefined;
  let isPending = false;
  return {
    /** Shows the window. While it can't be shown, the request is remembered. */
    show: (): void => {
      if (showWindow) showWindow();
      else isPending = true;
    },
    /** Call it when the window can be shown. Shows it if that was requested before. */
    open: (next: () => void): void => {
      showWindow = next;
      if (isPending) next();
      isPending = false;
    },
    /** Call it when the window can no longer be shown. */
    close: (): void => void (showWindow = undefined),
    /** Returns whether a remembered request is unanswered. */
    isPending: (): boolean => isPending,
  };
}

/** Waits for the work up to a time limit. Returns which of the two ended first. */
export async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<'done' | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  try {
    return await Promise.race([work.then(() => 'done' as const), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The part of Electron's `app` that quitting uses. */
interface QuittingApp {
  readonly on: (event: 'will-quit', listener: (event: { readonly preventDefault: () => void }) => void) => unknown;
  readonly relaunch: (options: { readonly args: string[]; readonly execPath?: string }) => void;
  readonly exit: (code: number) => void;
}

interface QuitOptions {
  readonly core: Pick<Core, 'dispose' | 'log'>;
  readonly showRequests: Pick<ShowRequests, 'close' | 'isPending'>;
  readonly stopIpc: () => void;
  readonly releaseDataFolder: () => void;
  /** Whether an installer replaces the program and starts it again itself. */
  readonly isRestartedByInstaller: () => boolean;
}

/** How long quitting waits for the core to close, in milliseconds. Programs of tools that ignore their end are killed after 4 s. */
const closeTimeoutMs = 15_000;

/**
 * Closes the core before the process ends, within a time limit, then releases the data folder. Starts the program again if it was started
 * meanwhile, because that process has left its start to this one.
 */
export function closeOnQuit(app: QuittingApp, options: QuitOptions): void {
  const { core, showRequests, stopIpc, releaseDataFolder, isRestartedByInstaller } = options;
  let isClosing = false;
  const close = async (): Promise<void> => {
    showRequests.close();
    stopIpc();
    core.log.info('app.quit');
    await withTimeout(core.dispose(), closeTimeoutMs);
    releaseDataFolder();
    if (showRequests.isPending() && !isRestartedByInstaller()) {
      app.relaunch(relaunchOptions(process.argv, process.env, process.execPath));
    }
    app.exit(0);
  };
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    void close();
  });
}

/** Returns how to start this program again, with its window. */
export function relaunchOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  executable: string,
): Parameters<QuittingApp['relaunch']>[0] {
  const packed = ownAppImage(environment, executable) ?? environment['PORTABLE_EXECUTABLE_FILE']; // the unpacked program is removed at its end
  return { args: argv.slice(1).filter((word) => word !== hiddenFlag), ...(packed === undefined ? {} : { execPath: packed }) };
}
