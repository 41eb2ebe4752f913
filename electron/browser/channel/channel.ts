import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { Core } from '../../core/create-core.ts';
import { createTunnelNotificationPolicy } from '../../host/tunnel-notification-policy.ts';
import { parseJson } from '../../contract/json.ts';
import { helloSchema, type ApprovalOrigin } from '../../contract/browser-channel.ts';
import type { PageContext, PageConnection } from './page-session.ts';
import { createPageSessions, type PageSessions } from './page-sessions.ts';

/** Speaks with the pages of a core. */
export function openChannel(context: PageContext): SocketServer {
  const sessions = createPageSessions(context);
  const sockets = createSocketServer(sessions);
  const stopNews = watchTunnel(context.core, context.now, sessions.notify);
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
function watchTunnel(core: Core, now: () => number, notify: (title: string, body: string) => void): () => void {
  const newsOf = createTunnelNotificationPolicy(now);
  return core.listen(({ event, payload }) => {
    const news = event === 'connection.changed' ? newsOf(payload) : undefined;
    if (news) notify(news.title, news.body);
  });
}

/** Takes the connections of pages of browsers that have signed in. */
export interface SocketServer {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, approvalOrigin: ApprovalOrigin) => void;
  readonly close: () => void;
}

/** The largest message: a question with its attached pictures. */
const maxMessageBytes = 64 * 1024 * 1024;
const helloTimeoutMs = 10_000;
/** How often a connection is probed; one that does not answer until the next time is dead. */
const pingIntervalMs = 20_000;

/** Speaks with pages by `ws`: calls and events keep one order, and take none of a browser's six connections to a host. */
export function createSocketServer(pages: PageSessions): SocketServer {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false, clientTracking: true });
  const alive = new WeakSet<WebSocket>();
  const pingTimer = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.has(socket)) socket.terminate();
      alive.delete(socket);
      socket.ping();
    }
  }, pingIntervalMs).unref();

  const serve = (socket: WebSocket, approvalOrigin: ApprovalOrigin): void => {
    alive.add(socket);
    socket.on('pong', () => alive.add(socket));
    socket.on('error', () => socket.terminate()); // a frame that is none; the page comes back with what it has
    const connection: PageConnection = { write: (text) => socket.send(text), end: () => socket.close(1000) };
    const timer = setTimeout(() => socket.terminate(), helloTimeoutMs);
    socket.once('close', () => clearTimeout(timer));
    socket.once('message', (data) => {
      clearTimeout(timer);
      const hello = helloSchema.safeParse(parseJson(decodeText(data)));
      const session = hello.success ? pages.connect(hello.data, connection, approvalOrigin) : undefined;
      if (!hello.success || !session) return socket.close(1008);
      socket.on('message', (next) => session.receive(decodeText(next)));
      socket.once('close', () => pages.disconnect(hello.data.page, connection));
    });
  };

  return {
    upgrade: (request, socket, head, approvalOrigin) =>
      server.handleUpgrade(request, socket, head, (client) => serve(client, approvalOrigin)),
    close: () => {
      clearInterval(pingTimer);
      for (const socket of server.clients) socket.close(1001);
      server.close();
    },
  };
}

/** Text arrives whole, as one buffer, unless `ws` is told otherwise. */
function decodeText(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}
