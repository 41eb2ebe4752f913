import { BrowserWindow, nativeTheme, screen, dialog, type WebContents, ipcMain } from 'electron';
import type { Core } from '../core/create-core.ts';
import type { Dispatcher, Sender } from '../host/dispatcher.ts';
import { handleWindowClose } from './desktop/window-close.ts';
import { startPage, crashPage, origin } from './app-identity.ts';
import { minimumSize, windowBounds } from './window-bounds.ts';
import { decideAfterCrash } from './crash-policy.ts';
import { shellText } from './text.ts';
import type { EventMessage } from '../contract/events.ts';
import { ipcChannel } from '../contract/ipc.ts';
import { createEventBatcher } from '../host/event-batcher.ts';

/** Delay before a crashed page is reloaded, in milliseconds. */
const reloadDelayMs = 100;

/** Reloads a crashed window once. After repeated crashes it shows a plain page. */
function recoverFromCrashes(contents: WebContents, core: Core, now: () => number): void {
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

/** Handles the windows' requests on the IPC channel. Returns a function that stops it. */
export function hostIpc(dispatcher: Dispatcher): () => void {
  ipcMain.handle(ipcChannel, (event, message: unknown) => {
    const frame = event.senderFrame;
    const isTrusted = frame !== null && frame === event.sender.mainFrame && frame.parent === null && frame.origin === origin;
    const sender: Sender = { id: event.sender.id, isTrusted };
    return dispatcher.handle(sender, message);
  });
  return () => ipcMain.removeHandler(ipcChannel);
}

/** Connects a window: sends it events, and aborts its requests when its page goes away. */
function connectWindow(
  contents: WebContents,
  dispatcher: Dispatcher,
  listen: (listener: (message: EventMessage) => void) => () => void,
): void {
  const { id } = contents;
  const batcher = createEventBatcher((batch) => {
    if (!contents.isDestroyed() && !contents.isCrashed()) contents.send(ipcChannel, batch);
  });
  const stopListening = listen(batcher.push);
  contents.on('did-start-navigation', (details) => {
    if (details.isMainFrame && !details.isSameDocument) dispatcher.cancelAll(id);
  });
  contents.on('render-process-gone', () => dispatcher.cancelAll(id));
  contents.once('destroyed', () => {
    stopListening();
    batcher.stop();
    dispatcher.cancelAll(id);
  });
}

/** The app's one window, open or not. */
interface WindowHost {
  /** Opens the window, or brings it to the front. */
  readonly show: (dispatcher: Dispatcher) => void;
  readonly current: () => BrowserWindow | undefined;
}

/** Creates the host of the window, with its crash recovery and close handling. */
export function createWindowHost(core: Core, preload: string, now: () => number): WindowHost {
  let open: BrowserWindow | undefined;

  const openNew = (dispatcher: Dispatcher): void => {
    const window = openWindow(core, preload);
    const { webContents } = window;
    open = window;
    connectWindow(webContents, dispatcher, core.listen);
    recoverFromCrashes(webContents, core, now);
    handleWindowClose(window, core);
    webContents.once('did-finish-load', () => core.log.info('window.ready'));
    window.once('closed', () => (open = undefined));
  };

  return {
    show: (dispatcher) => {
      if (!open) return openNew(dispatcher);
      if (open.isMinimized()) open.restore();
      open.show();
      open.focus();
    },
    current: () => open,
  };
}

/** Opens the window at its saved position. It becomes visible once its page is ready. */
function openWindow(core: Core, preload: string): BrowserWindow {
  const saved = core.windowState.read();
  const main = screen.getPrimaryDisplay();
  const displays = [main, ...screen.getAllDisplays().filter(({ id }) => id !== main.id)].map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...windowBounds(saved, displays),
    minWidth: minimumSize.width,
    minHeight: minimumSize.height,
    title: 'Causeway',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#14181b' : '#ffffff',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => {
    if (saved?.isMaximized) window.maximize();
    window.show();
  });
  window.on('close', () => void core.windowState.write({ ...window.getNormalBounds(), isMaximized: window.isMaximized() }));
  void window.loadURL(startPage).catch((error: unknown) => core.log.error('window.load-failed', { error }));
  return window;
}
