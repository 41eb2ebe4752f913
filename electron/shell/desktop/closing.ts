import { app, autoUpdater, dialog, type BrowserWindow } from 'electron';
import type { Core } from '../../core/create-core.ts';

/** Decides what closing the window does: hide and go on, or quit; asks once, and remembers. */
export function decideOnClose(window: BrowserWindow, core: Core): void {
  let isQuitting = false;
  let isAsking = false;
  const onQuit = (): void => void (isQuitting = true);
  app.on('before-quit', onQuit);
  autoUpdater.on('before-quit-for-update', onQuit); // an update closes the windows first, and quits then
  window.once('closed', () => {
    app.off('before-quit', onQuit);
    autoUpdater.off('before-quit-for-update', onQuit);
  });

  window.on('close', (event) => {
    const { onClose } = core.settings.read().desktop;
    if (isQuitting || onClose === 'quit') return;
    event.preventDefault();
    if (onClose === 'keep-running') return window.hide();
    if (isAsking) return; // not every desktop keeps a window from being closed under its own question
    isAsking = true;
    void ask(window, core).finally(() => (isAsking = false));
  });
}

async function ask(window: BrowserWindow, core: Core): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'Keep the tunnel and the local address running?',
    detail: 'Causeway can go on without its window; its icon in the tray brings it back. You can change this in the settings.',
    buttons: ['Keep running', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
  });
  if (response === 2) return;
  const onClose = response === 0 ? 'keep-running' : 'quit';
  await core.settings.change({ desktop: { ...core.settings.read().desktop, onClose } });
  if (onClose === 'quit') app.quit();
  else window.hide();
}
