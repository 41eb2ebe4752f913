import { app, powerMonitor, Notification } from 'electron';
import type { Core } from '../../core/create-core.ts';
import { createTunnelNotificationPolicy } from '../../host/tunnel-notification-policy.ts';
import { followLoginItem } from './login-item.ts';
import { openTray } from './tray.ts';

export interface DesktopOptions {
  readonly core: Core;
  readonly trayPictures: string;
  readonly now: () => number;
  readonly show: () => void;
}

/** Everything that makes the program at home on a desktop besides its window. */
export function integrateWithDesktop({ core, trayPictures, now, show }: DesktopOptions): void {
  followPower(core);
  followLoginItem(core);
  notifyOfTunnel(core, now, show);
  const closeTray = openTray({ core, pictures: trayPictures, show, quit: () => app.quit() });
  app.once('will-quit', closeTray);
}

/** Tells the core what the desktop knows of sleep and wake; after both, a connection may be dead without a word. */
function followPower(core: Core): void {
  powerMonitor.on('suspend', () => core.log.info('power.suspend'));
  powerMonitor.on('resume', () => {
    core.log.info('power.resume');
    core.networkMayHaveChanged('the computer woke up');
  });
  powerMonitor.on('unlock-screen', () => core.networkMayHaveChanged('the screen was unlocked'));
}

/** Notifies when the tunnel needs the user, and when it is back after a long time; of nothing else. */
function notifyOfTunnel(core: Core, now: () => number, show: () => void): void {
  const newsOf = createTunnelNotificationPolicy(now);
  const shown = new Set<Notification>(); // one that is collected as garbage would no longer hear of a click
  core.listen(({ event, payload }) => {
    if (event !== 'connection.changed') return;
    const news = newsOf(payload);
    if (!news || !Notification.isSupported()) return;
    const notification = new Notification(news);
    shown.add(notification);
    notification.once('close', () => shown.delete(notification));
    notification.once('click', () => {
      shown.delete(notification);
      show();
    });
    notification.show();
  });
}
