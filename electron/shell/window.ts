import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { Core } from '../core/create-core.ts';
import { startPage } from './app-urls.ts';
import { minimumSize, windowBounds } from './window-bounds.ts';

/** Opens the window where it was last time; it shows itself once there is something to see. */
export function openWindow(core: Core, preload: string): BrowserWindow {
  const place = core.windowPlace.read();
  const main = screen.getPrimaryDisplay();
  const displays = [main, ...screen.getAllDisplays().filter(({ id }) => id !== main.id)].map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...windowBounds(place, displays),
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
    if (place?.isMaximized) window.maximize();
    window.show();
  });
  window.on('close', () => void core.windowPlace.write({ ...window.getNormalBounds(), isMaximized: window.isMaximized() }));
  void window.loadURL(startPage).catch((error: unknown) => core.log.error('window.load-failed', { error }));
  return window;
}
