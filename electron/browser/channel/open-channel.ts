import type { Core } from '../../core/create-core.ts';
import { createTunnelNotificationPolicy } from '../../host/tunnel-notification-policy.ts';
import type { PageContext } from './page-session.ts';
import { createPageSessions } from './page-sessions.ts';
import { createSocketServer, type SocketServer } from './socket-server.ts';

/** Speaks with the pages of a core. */
export function openChannel(context: PageContext): SocketServer {
  const sessions = createPageSessions(context);
  const sockets = createSocketServer(sessions);
  const stopNews = followTunnel(context.core, context.now, sessions.notify);
  return {
    upgrade: sockets.upgrade,
    close: () => {
      stopNews();
      sessions.close();
      sockets.close();
    },
  };
}

/** Notifies when the tunnel needs the user, and when it is back after a long time. */
function followTunnel(core: Core, now: () => number, notify: (title: string, body: string) => void): () => void {
  const newsOf = createTunnelNotificationPolicy(now);
  return core.listen(({ event, payload }) => {
    const news = event === 'connection.changed' ? newsOf(payload) : undefined;
    if (news) notify(news.title, news.body);
  });
}
