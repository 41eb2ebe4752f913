import type { BrowserWindow } from 'electron';
import type { Core } from '../core/create-core.ts';
import { decideOnClose } from './desktop/window-close.ts';
import { recoverFromCrashes } from './crash-recovery.ts';
import { createElectronDialogs } from './electron-dialogs.ts';
import { oneAtATime } from '../host/dialogs/one-at-a-time.ts';
import type { Dispatcher } from '../host/dispatcher.ts';
import { connectWindow } from './ipc-host.ts';
import type { UserGesture } from '../host/user-gesture.ts';
import { watchUserGesture } from './watch-user-gesture.ts';
import { openWindow } from './window.ts';

/** The one window, open or not. */
export interface WindowHost {
  /** Opens the window, or brings it to the front. */
  readonly show: (dispatcher: Dispatcher) => void;
  readonly current: () => BrowserWindow | undefined;
  readonly gesture: () => UserGesture | undefined;
}

/** Owns the window and all that watches it. */
export function createWindowHost(core: Core, preload: string, now: () => number): WindowHost {
  const { confirm } = oneAtATime(createElectronDialogs(() => open?.window, '')); // it asks for no files
  let open: { readonly window: BrowserWindow; readonly gesture: UserGesture } | undefined;

  const openAnew = (dispatcher: Dispatcher): void => {
    const window = openWindow(core, preload);
    const { webContents } = window;
    open = { window, gesture: watchUserGesture(webContents, now, confirm) };
    connectWindow(webContents, dispatcher, core.listen);
    recoverFromCrashes(webContents, core, now);
    decideOnClose(window, core);
    webContents.once('did-finish-load', () => core.log.info('window.ready'));
    window.once('closed', () => (open = undefined));
  };

  return {
    show: (dispatcher) => {
      if (!open) return openAnew(dispatcher);
      if (open.window.isMinimized()) open.window.restore();
      open.window.show();
      open.window.focus();
    },
    current: () => open?.window,
    gesture: () => open?.gesture,
  };
}
