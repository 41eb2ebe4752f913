import { dialog, type WebContents } from 'electron';
import type { Core } from '../core/create-core.ts';
import { decideAfterCrash } from './crash-policy.ts';
import { shellText } from './text.ts';
import { crashPage, startPage } from './app-identity.ts';

/** Delay before a crashed page is reloaded, in milliseconds. */
const reloadDelayMs = 100;

/** Reloads a crashed window once. After repeated crashes it shows a plain page. */
export function recoverFromCrashes(contents: WebContents, core: Core, now: () => number): void {
  let crashes: readonly number[] = [];

  // not at once: Chromium is still tearing down the process, and loading into it ends the whole program
  const load = (page: string): void => {
    setTimeout(() => {
      if (contents.isDestroyed()) return;
      void contents.loadURL(page).catch((error: unknown) => core.log.error('window.load-failed', { error }));
    }, reloadDelayMs);
  };

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    const decision = decideAfterCrash(crashes, now());
    crashes = [...crashes, now()];
    core.log.error('window.crashed', { reason, exitCode, decision });
    switch (decision) {
      case 'reload':
        core.notices.add({
          tone: 'warning',
          message: shellText.crash.reloaded,
          remedy: shellText.crash.reloadedRemedy,
        });
        return load(startPage);
      case 'give-up':
        return load(crashPage);
      case 'stop':
        // even a page without scripts has crashed, so nothing shown in this window will help
        void dialog.showMessageBox({
          type: 'error',
          message: shellText.crash.title,
          detail: shellText.crash.stopped,
        });
    }
  });
}
