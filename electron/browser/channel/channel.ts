import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type ServerOptions, type WebSocket } from 'ws';
import { watchNotifications } from '../../host/watch-notifications.ts';
import { parseJson } from '../../contract/json.ts';
import { helloSchema } from '../../contract/browser-channel.ts';
import { createTextJoiner, maxPageMessageLength, splitText } from '../../contract/text-pieces.ts';
import type { PageContext, PageConnection } from './page-session.ts';
import { createPageSessions, type PageSessions } from './page-sessions.ts';

/** Opens the WebSocket channel to the pages. */
export function openChannel(context: PageContext): SocketServer {
  const sessions = createPageSessions(context);
  const sockets = createSocketServer(sessions);
  const stopNotifications = watchNotifications(context.core, context.now, sessions.notify);
  return {
    upgrade: sockets.upgrade,
    close: () => {
      stopNotifications();
      sessions.close();
      sockets.close();
    },
  };
}

/** Accepts WebSocket connections of signed-in pages. */
export interface SocketServer {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly close: () => void;
}

/** Pages of earlier versions don't split their messages. */
const maxPieceBytes = 64 * 1024 * 1024;
const maxFrameLength = maxPageMessageLength + 100;
const helloTimeoutMs = 10_000;
const pingIntervalMs = 20_000;
/** Unanswered pings after which a connection is closed. On a slow link, pings wait behind long messages that other programs buffer. */
const maxMissedPings = 5;
/** How long a closing connection waits for the page's confirmation. Shutdown waits for it, and a frozen page never sends it. */
const closeTimeoutMs = 1000;

/** Creates the WebSocket server. WebSockets keep calls and events in order, and use none of the browser's six connections per host. */
export function createSocketServer(pages: PageSessions): SocketServer {
  const options: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    maxPayload: maxPieceBytes,
    perMessageDeflate: false,
    clientTracking: true,
    closeTimeout: closeTimeoutMs, // not in the types yet
  };
  const server = new WebSocketServer(options);
  const pings = new WeakMap<WebSocket, { readonly missed: number; readonly unsentBytes: number }>();
  const ping = (socket: WebSocket): void => {
    const { missed, unsentBytes } = pings.get(socket) ?? { missed: 0, unsentBytes: 0 };
    const isSending = socket.bufferedAmount < unsentBytes;
    if (missed >= maxMissedPings && !isSending) return socket.terminate();
    pings.set(socket, { missed: isSending ? 0 : missed + 1, unsentBytes: socket.bufferedAmount });
    socket.ping();
  };
  const pingTimer = setInterval(() => server.clients.forEach(ping), pingIntervalMs).unref();

  const serve = (socket: WebSocket): void => {
    const markAlive = (): void => void pings.delete(socket);
    socket.on('pong', markAlive);
    socket.on('message', markAlive);
    socket.on('error', () => socket.terminate()); // an invalid frame; the page reconnects and resumes
    const connection: PageConnection = {
      write: (text) => splitText(text).forEach((piece) => socket.send(piece)),
      end: () => socket.close(1000),
    };
    const join = createTextJoiner(maxFrameLength);
    const timer = setTimeout(() => socket.terminate(), helloTimeoutMs);
    socket.once('close', () => clearTimeout(timer));
    socket.once('message', (data) => {
      clearTimeout(timer);
      const hello = helloSchema.safeParse(parseJson(decodeText(data)));
      const session = hello.success ? pages.connect(hello.data, connection) : undefined;
      if (!hello.success || !session) return socket.close(1008);
      socket.on('message', (next) => {
        const text = join(decodeText(next));
        if (text !== undefined) session.receive(text);
      });
      socket.once('close', () => pages.disconnect(hello.data.page, connection));
    });
  };

  return {
    upgrade: (request, socket, head) => server.handleUpgrade(request, socket, head, serve),
    close: () => {
      clearInterval(pingTimer);
      for (const socket of server.clients) socket.close(1001);
      server.close();
    },
  };
}

/** Returns the text of a message. `ws` delivers it as one buffer by default. */
function decodeText(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}
