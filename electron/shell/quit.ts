import { app } from 'electron';
import type { Core } from '../core/create-core.ts';
import { withTimeout } from '../host/with-timeout.ts';

/** How long quitting waits for the core to close, in milliseconds. */
const closeTimeoutMs = 5000;

/** Closes the core before the process ends, within a time limit, then releases the data folder. */
export function closeOnQuit(core: Core, stopIpc: () => void, releaseDataFolder: () => void): void {
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
