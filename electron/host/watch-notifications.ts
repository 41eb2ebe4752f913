import type { Core } from '../core/create-core.ts';
import { createRunNotificationPolicy } from './run-notification-policy.ts';
import { createTunnelNotificationPolicy } from './tunnel-notification-policy.ts';

/** A desktop notification. */
export interface NotificationContent {
  readonly title: string;
  readonly body: string;
}

/** Notifies when the tunnel or a run needs the user, when the tunnel returns after a long outage, and when a run ends. */
export function watchNotifications(
  core: Pick<Core, 'listen'>,
  now: () => number,
  notify: (content: NotificationContent) => void,
): () => void {
  const nextTunnelNotification = createTunnelNotificationPolicy(now);
  const nextRunNotification = createRunNotificationPolicy();
  const notifyIf = (content: NotificationContent | undefined): void => {
    if (content) notify(content);
  };
  return core.listen(({ event, payload }) => {
    if (event === 'connection.changed') notifyIf(nextTunnelNotification(payload));
    else if (event === 'runs.changed') for (const run of payload) notifyIf(nextRunNotification(run));
  });
}
