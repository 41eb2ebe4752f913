import { app, autoUpdater, dialog, type BrowserWindow } from 'electron';
import type { Core } from '../../core/create-core.ts';
import { shellText } from '../text.ts';
import { createCloseChoice, hideWindow, type CloseAnswer } from './close-choice.ts';

const answers: readonly CloseAnswer[] = ['keep-running', 'quit', 'cancel'];

/** Handles the window's close event: hides or quits, and asks the user once which. */
export function handleWindowClose(window: BrowserWindow, core: Core): void {
  let isQuitting = false;
  const onQuit = (): void => void (isQuitting = true);
  app.on('before-quit', onQuit);
  autoUpdater.on('before-quit-for-update', onQuit); // an update closes the windows first, then quits
  window.once('closed', () => {
    app.off('before-quit', onQuit);
    autoUpdater.off('before-quit-for-update', onQuit);
  });

  const hideOrQuit = createCloseChoice({
    read: () => core.settings.read().desktop.onClose,
    save: (onClose) => core.settings.change({ desktop: { ...core.settings.read().desktop, onClose } }),
    ask: () => ask(window),
    hide: () => hideWindow(window, process.platform),
    quit: () => setImmediate(() => app.quit()), // Electron takes a close that is prevented during a quit as its cancellation
  });
  window.on('close', (event) => {
    if (isQuitting) return;
    event.preventDefault();
    hideOrQuit();
  });
}

async function ask(window: BrowserWindow): Promise<CloseAnswer> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: shellText.close.message,
    detail: shellText.close.detail,
    buttons: [shellText.close.keepRunning, shellText.close.quit, shellText.close.cancel],
    defaultId: 0,
    cancelId: 2,
  });
  return answers[response] ?? 'cancel';
}
