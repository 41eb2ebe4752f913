import type { WebContents } from 'electron';
import type { Core } from '../core/create-core.ts';
import { afterCrash } from './crash-policy.ts';
import { crashPage, startPage } from './origin.ts';

/** Brings a crashed window back once; one that keeps crashing gets a plain page that says so. */
export function recoverFromCrashes(contents: WebContents, core: Core, now: () => number): void {
  let crashes: readonly number[] = [];
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    const decision = afterCrash(crashes, now());
    crashes = [...crashes, now()];
    core.log.error('window.crashed', { reason, exitCode, decision });
    if (decision === 'reload') {
      core.notices.add({
        tone: 'warning',
        message: 'The window crashed and was opened again. What you had typed is still here.',
        remedy: 'If it happens again, save a diagnostics bundle from the Help menu and report it.',
      });
    }
    void contents
      .loadURL(decision === 'reload' ? startPage : crashPage)
      .catch((error: unknown) => core.log.error('window.load-failed', { error }));
  });
}
