import { BrowserWindow, nativeTheme, screen, app, type WebContents } from 'electron';
import type { Core } from '../core/create-core.ts';
import { oneAtATime, type Dialogs } from '../host/dialogs.ts';
import type { Dispatcher } from '../host/dispatcher.ts';
import { createScreenReaderConfirmation, createLastUserGesture, type UserGesture } from '../host/user-activation.ts';
import { handleWindowClose } from './desktop/window-close.ts';
import { recoverFromCrashes } from './crash-recovery.ts';
import { createElectronDialogs } from './electron-dialogs.ts';
import { connectWindow } from './ipc-host.ts';
import { startPage } from './app-identity.ts';
import { minimumSize, windowBounds } from './window-bounds.ts';

/** The app's one window, open or not. */
export interface WindowHost {
  /** Opens the window, or brings it to the front. */
  readonly show: (dispatcher: Dispatcher) => void;
  readonly current: () => BrowserWindow | undefined;
  readonly gesture: () => UserGesture | undefined;
}

/** Creates the host of the window, with its crash recovery, close handling and gesture observation. */
export function createWindowHost(core: Core, preload: string, now: () => number): WindowHost {
  const { confirm } = oneAtATime(createElectronDialogs(() => open?.window, '')); // it opens no files
  let open: { readonly window: BrowserWindow; readonly gesture: UserGesture } | undefined;

  const openNew = (dispatcher: Dispatcher): void => {
    const window = openWindow(core, preload);
    const { webContents } = window;
    open = { window, gesture: watchUserGesture(webContents, now, confirm) };
    connectWindow(webContents, dispatcher, core.listen);
    recoverFromCrashes(webContents, core, now);
    handleWindowClose(window, core);
    webContents.once('did-finish-load', () => core.log.info('window.ready'));
    window.once('closed', () => (open = undefined));
  };

  return {
    show: (dispatcher) => {
      if (!open) return openNew(dispatcher);
      if (open.window.isMinimized()) open.window.restore();
      open.window.show();
      open.window.focus();
    },
    current: () => open?.window,
    gesture: () => open?.gesture,
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

const gestureEvents = new Set(['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap', 'touchEnd']);

/** Observes the window's input events in the main process, because a hostile page could claim any. */
function watchUserGesture(contents: WebContents, now: () => number, confirm: Dialogs['confirm']): UserGesture {
  const lastGesture = createLastUserGesture(now);
  contents.on('input-event', (_event, input) => {
    if (gestureEvents.has(input.type)) lastGesture.record();
  });
  return createScreenReaderConfirmation({
    lastGesture: lastGesture,
    hasScreenReader: () => app.isAccessibilitySupportEnabled(),
    confirm,
    now,
  });
}
