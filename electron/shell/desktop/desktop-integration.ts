import { app, powerMonitor, Notification } from 'electron';
import type { Core } from '../../core/create-core.ts';
import { createTunnelNotificationPolicy } from '../../host/tunnel-notification-policy.ts';
import { syncLoginItem } from './login-item.ts';
import { openTray } from './tray.ts';

export interface DesktopOptions {
  readonly core: Core;
  readonly trayImages: string;
  readonly now: () => number;
  readonly show: () => void;
}

/** Everything that makes the program at home on a desktop besides its window. */
export function integrateWithDesktop({ core, trayImages, now, show }: DesktopOptions): void {
  watchPower(core);
  syncLoginItem(core);
  showTunnelNotifications(core, now, show);
  const closeTray = openTray({ core, imageFolder: trayImages, show, quit: () => app.quit() });
  app.once('will-quit', closeTray);
}

/** Tells the core what the desktop knows of sleep and wake; after both, a connection may be dead without a word. */
function watchPower(core: Core): void {
  powerMonitor.on('suspend', () => core.log.info('power.suspend'));
  powerMonitor.on('resume', () => {
    core.log.info('power.resume');
    core.networkMayHaveChanged('the computer woke up');
  });
  powerMonitor.on('unlock-screen', () => core.networkMayHaveChanged('the screen was unlocked'));
}

/** Notifies when the tunnel needs the user, and when it is back after a long time; of nothing else. */
function showTunnelNotifications(core: Core, now: () => number, show: () => void): void {
  const nextNotification = createTunnelNotificationPolicy(now);
  const shown = new Set<Notification>(); // one that is collected as garbage would no longer hear of a click
  core.listen(({ event, payload }) => {
    if (event !== 'connection.changed') return;
    const content = nextNotification(payload);
    if (!content || !Notification.isSupported()) return;
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
