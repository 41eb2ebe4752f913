import { app, powerMonitor, Notification } from 'electron';
import type { Core } from '../../core/create-core.ts';
import { watchNotifications } from '../../host/watch-notifications.ts';
import { shellText } from '../text.ts';
import { syncLoginItem } from './login-item.ts';
import { openTray } from './tray.ts';

export interface DesktopOptions {
  readonly core: Core;
  readonly trayImages: string;
  readonly now: () => number;
  readonly show: () => void;
}

/** Connects the program to the desktop: power events, login item, notifications and tray. */
export function integrateWithDesktop({ core, trayImages, now, show }: DesktopOptions): void {
  watchPower(core);
  syncLoginItem(core);
  showNotifications(core, now, show);
  const closeTray = openTray({ core, imageFolder: trayImages, show, quit: () => app.quit() });
  app.once('will-quit', closeTray);
}

/** Reports sleep and wake to the core, because connections may be dead afterwards without a sign. */
function watchPower(core: Core): void {
  powerMonitor.on('suspend', () => core.log.info('power.suspend'));
  powerMonitor.on('resume', () => {
    core.log.info('power.resume');
    core.networkMayHaveChanged(shellText.networkChanges.wake);
  });
  powerMonitor.on('unlock-screen', () => core.networkMayHaveChanged(shellText.networkChanges.unlock));
}

function showNotifications(core: Core, now: () => number, show: () => void): void {
  const shown = new Set<Notification>(); // a garbage-collected notification would lose its click handler
  watchNotifications(core, now, (content) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification(content);
    shown.add(notification);
    notification.once('close', () => shown.delete(notification));
    notification.once('click', () => {
      shown.delete(notification);
      show();
    });
    notification.show();
  });
}
