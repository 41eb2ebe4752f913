import type { Core } from '../core/create-core.ts';
import { withTimeout } from '../host/with-timeout.ts';
import { hiddenFlag } from './desktop/start-flags.ts';
import { ownAppImage } from './own-app-image.ts';
import type { ShowRequests } from './show-requests.ts';

/** The part of Electron's `app` that quitting uses. */
export interface QuittingApp {
  readonly on: (event: 'will-quit', listener: (event: { readonly preventDefault: () => void }) => void) => unknown;
  readonly relaunch: (options: { readonly args: string[]; readonly execPath?: string }) => void;
  readonly exit: (code: number) => void;
}

export interface QuitOptions {
  readonly core: Pick<Core, 'dispose' | 'log'>;
  readonly showRequests: Pick<ShowRequests, 'close' | 'isPending'>;
  readonly stopIpc: () => void;
  readonly releaseDataFolder: () => void;
}

/** How long quitting waits for the core to close, in milliseconds. Programs of tools that ignore their end are killed after 4 s. */
const closeTimeoutMs = 15_000;

/**
 * Closes the core before the process ends, within a time limit, then releases the data folder. Starts the program again if it was started
 * meanwhile, because that process has left its start to this one.
 */
export function closeOnQuit(app: QuittingApp, { core, showRequests, stopIpc, releaseDataFolder }: QuitOptions): void {
  let isClosing = false;
  const close = async (): Promise<void> => {
    showRequests.close();
    stopIpc();
    core.log.info('app.quit');
    await withTimeout(core.dispose(), closeTimeoutMs);
    releaseDataFolder();
    if (showRequests.isPending()) app.relaunch(relaunchOptions(process.argv, process.env, process.execPath));
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
