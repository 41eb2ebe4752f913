import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type ServerOptions, type WebSocket } from 'ws';
import { watchNotifications } from '../../host/watch-notifications.ts';
import { parseJson } from '../../contract/json.ts';
import { helloSchema, type HostMessage } from '../../contract/browser-channel.ts';
import { createTextJoiner, maxPageMessageLength, splitText } from '../../contract/text-pieces.ts';
import { openPageSession, type PageContext, type PageSession } from './page-session.ts';

/** Opens the WebSocket channel to the pages. */
export function openChannel(context: PageContext): SocketServer {
  const sockets = createSocketServer((write) => openPageSession(context, write));
  const stopNotifications = watchNotifications(context.core, context.now, (content) =>
    sockets.sendAll({ kind: 'notification', ...content }),
  );
  return {
    ...sockets,
    close: () => {
      stopNotifications();
      sockets.close();
    },
  };
}

/** Accepts WebSocket connections of signed-in pages. */
export interface SocketServer {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly sendAll: (message: HostMessage) => void;
  readonly close: () => void;
}

/** Pages of earlier versions don't split their messages. */
const maxPieceBytes = 64 * 1024 * 1024;
const helloTimeoutMs = 10_000;
const pingIntervalMs = 20_000;
/** Unanswered pings after which a connection is closed. On a slow link, pings wait behind long messages that other programs buffer. */
const maxMissedPings = 5;
/** How long a closing connection waits for the page's confirmation. Shutdown waits for it, and a frozen page never sends it. */
const closeTimeoutMs = 1000;
const maxPages = 64;
/** Limit for a page that sleeps. Beyond it the page connects again when it wakes. */
const maxUnsentBytes = 128_000_000;

/**
 * Creates the WebSocket server. WebSockets keep calls and events in order, and use none of the browser's six connections per host. Each
 * connection is new: what it has not delivered is lost, and the page asks again.
 */
export function createSocketServer(openSession: (write: (text: string) => void) => PageSession): SocketServer {
  const program = randomUUID();
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

  /** The newest connection of each page. */
  const pages = new Map<string, { readonly session: PageSession; readonly socket: WebSocket }>();
  const write = (socket: WebSocket, text: string): void => {
    if (socket.bufferedAmount > maxUnsentBytes) return socket.terminate();
    for (const piece of splitText(text)) socket.send(piece);
  };
  const end = (page: string, code: number): void => {
    const ended = pages.get(page);
    pages.delete(page);
    ended?.session.close();
    ended?.socket.close(code);
  };
  const connect = (socket: WebSocket, page: string): void => {
    end(page, 1000); // its messages could otherwise overtake newer ones
    if (pages.size >= maxPages) return socket.close(1013);
    write(socket, JSON.stringify({ kind: 'welcome', program } satisfies HostMessage));
    const own = { socket, session: openSession((text) => write(socket, text)) };
    pages.set(page, own);
    const join = createTextJoiner(maxPageMessageLength);
    socket.on('message', (data) => {
      const text = pages.get(page) === own ? join(decodeText(data)) : undefined;
      if (text !== undefined && !own.session.receive(text)) end(page, 1008);
    });
    socket.once('close', () => {
      if (pages.get(page) === own) end(page, 1000);
    });
  };
  const serve = (socket: WebSocket): void => {
    const markAlive = (): void => void pings.delete(socket);
    socket.on('pong', markAlive);
    socket.on('message', markAlive);
    socket.on('error', () => socket.terminate()); // an invalid frame; the page connects again
    const timer = setTimeout(() => socket.terminate(), helloTimeoutMs);
    socket.once('close', () => clearTimeout(timer));
    socket.once('message', (data) => {
      clearTimeout(timer);
      const hello = helloSchema.safeParse(parseJson(decodeText(data)));
      if (hello.success) connect(socket, hello.data.page);
      else socket.close(1008);
    });
  };

  return {
    upgrade: (request, socket, head) => server.handleUpgrade(request, socket, head, serve),
    sendAll: (message) => {
      for (const { socket } of pages.values()) write(socket, JSON.stringify(message));
    },
    close: () => {
      clearInterval(pingTimer);
      for (const page of pages.keys()) end(page, 1001);
      for (const socket of server.clients) socket.close(1001);
      server.close();
    },
  };
}

/** Returns the text of a message. `ws` delivers it as one buffer by default. */
function decodeText(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}
