import { Notification } from 'electron';
import type { Core } from '../../core/create-core.ts';
import { createTunnelNotificationPolicy } from '../../host/tunnel-notification-policy.ts';

/** Notifies when the tunnel needs the user, and when it is back after a long time; of nothing else. */
export function notifyOfTunnel(core: Core, now: () => number, show: () => void): void {
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
