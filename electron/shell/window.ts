import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Core } from '../core/create-core.ts';
import type { Dispatcher } from '../host/dispatcher.ts';
import { handleWindowClose } from './desktop/window-close.ts';
import { recoverFromCrashes } from './crash-recovery.ts';
import { connectWindow } from './ipc-host.ts';
import { startPage } from './app-identity.ts';
import { minimumSize, windowBounds } from './window-bounds.ts';

/** The app's one window, open or not. */
export interface WindowHost {
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
