import type { Core } from '../core/create-core.ts';
import { withTimeout } from '../host/with-timeout.ts';

/** The part of Electron's `app` that quitting uses. */
export interface QuittingApp {
  readonly on: (event: 'will-quit', listener: (event: { readonly preventDefault: () => void }) => void) => unknown;
  readonly exit: (code: number) => void;
}

/** How long quitting waits for the core to close, in milliseconds. Programs of tools that ignore their end are killed after 4 s. */
const closeTimeoutMs = 15_000;

/** Closes the core before the process ends, within a time limit, then releases the data folder. */
export function closeOnQuit(
  app: QuittingApp,
  core: Pick<Core, 'dispose' | 'log'>,
  stopIpc: () => void,
  releaseDataFolder: () => void,
): void {
  let isClosing = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    stopIpc();
    core.log.info('app.quit');
    void withTimeout(core.dispose(), closeTimeoutMs)
      .then(releaseDataFolder)
      .then(() => app.exit(0));
  });
}
