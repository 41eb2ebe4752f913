import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorHeaders, errorJson, type LocalApiError } from '../local-api-error.ts';
import { headersTooLarge, malformedRequest, requestTooSlow, tooManyConnections } from '../api-errors.ts';
import type { LocalApiLimits } from '../limits.ts';
import { errorCode } from '../../shared/node-error.ts';

export interface ListenerOptions {
  readonly port: number;
  readonly limits: LocalApiLimits;
  /** If `awaitsContinue` is true, the client sends its body only after 100 Continue. */
  readonly onRequest: (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => void;
  readonly onConnect: (request: IncomingMessage, socket: Socket, head: Buffer) => void;
  /** Returns true if a connection has shown that it may use the service. */
  readonly isProven: (socket: Socket) => boolean;
}

/** An open loopback port. */
export type Listener = Awaited<ReturnType<typeof openListener>>;

/** Listens on 127.0.0.1 and, if available, ::1. Throws the system's error. */
export async function openListener(options: ListenerOptions) {
  const sockets = new Set<Socket>();
  const first = createServer(options, sockets);
  await listen(first, '127.0.0.1', options.port);
  const address = first.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  const servers = [first];
  try {
    const second = createServer(options, sockets);
    await listen(second, '::1', port);
    servers.push(second);
  } catch (error) {
    // Another program on this port of ::1 would receive requests to "localhost".
    if (errorCode(error) === 'EADDRINUSE') {
      first.close();
      throw error;
    }
  }
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    const closed = Promise.all(servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))));
    const idle = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), 50);
    await closed;
    clearInterval(idle);
  };
  return {
    port,
    connections: (): number => sockets.size,
    /** Stops accepting, waits up to `graceMs` for running requests, then destroys them. Can be called again with a shorter time. */
    close: async (graceMs: number): Promise<void> => {
      closing ??= closeAll();
      const forceTimer = setTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs);
      await closing;
      clearTimeout(forceTimer);
      // Upgraded connections are no longer the server's, so it doesn't wait for them.
      for (const socket of sockets) socket.destroy();
    },
  };
}

function createServer({ limits, onRequest, onConnect, isProven }: ListenerOptions, sockets: Set<Socket>): http.Server {
  const server = http.createServer({
    insecureHTTPParser: false,
    requireHostHeader: false, // the guard answers, as for any other wrong host
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: 0, // long uploads are fine, and stalled ones are stopped by who reads the body
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    keepAliveTimeout: 65_000,
    noDelay: true,
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (sockets.size > limits.connections / 2) limitUnproven();
    if (sockets.size > limits.connections) sendRawError(socket, tooManyConnections);
  });
  /** The last response of each connection, until it is over. */
  const running = new WeakMap<Duplex, ServerResponse>();
  /** Closes the oldest idle connection of an unknown caller, so that other users' connections leave half of the places. */
  const limitUnproven = (): void => {
    const unproven = [...sockets].filter((each) => !isProven(each));
    if (unproven.length > limits.connections / 2) unproven.find((each) => !running.has(each))?.destroy();
  };
  const handle = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void => {
    const { socket } = request;
    const before = running.get(socket);
    running.set(socket, response);
    response.once('close', () => {
      if (running.get(socket) === response) running.delete(socket);
    });
    const start = (): void => {
      // it was rejected or has gone, but sent another request
      if (socket.writableEnded || socket.destroyed) response.destroy();
      else onRequest(request, response, awaitsContinue);
    };
    // A response behind another one has no connection yet, so that neither an end nor an abort of it would be noticed.
    if (before) before.once('close', start);
    else start();
  };
  server.on('request', (request, response) => handle(request, response, false));
  server.on('checkContinue', (request, response) => handle(request, response, true));
  server.on('connect', (request, socket: Duplex, head) => onConnect(request, socket as Socket, head)); // of a TCP server, so a TCP socket
  // Without an upgrade listener, Node treats upgrades as plain requests and the guard decides.
  server.on('clientError', (error, socket) => {
    // A running response must not be followed or overtaken by an error about the bytes after its request.
    if (running.has(socket)) socket.destroy();
    else sendRawError(socket, parserError(errorCode(error)));
  });
  server.on('error', () => undefined); // for example too many open files; the listener stays
  return server;
}

const answered = new WeakSet<Duplex>();
/** How long remaining input is read and discarded, because an immediate reset could overtake the response. */
const drainMs = 1_000;

/** Sends an error on a connection that the HTTP server doesn't handle, then closes it. */
export function sendRawError(socket: Duplex, error: LocalApiError): void {
  if (answered.has(socket)) return; // the parser reports every further chunk
  answered.add(socket);
  socket.on('error', () => undefined);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const text = errorJson(error);
  const headers = { ...errorHeaders(error), 'content-length': String(Buffer.byteLength(text)), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${http.STATUS_CODES[error.status] ?? ''}\r\n${lines.join('')}\r\n${text}`);
  socket.resume();
  const drainTimer = setTimeout(() => socket.destroy(), drainMs);
  socket.once('end', () => socket.destroy());
  socket.once('close', () => clearTimeout(drainTimer));
}

function listen(server: http.Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true, ...(host === '::1' ? { ipv6Only: true } : {}) }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Returns the error for a request the parser rejected. */
function parserError(code: string | undefined): LocalApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? requestTooSlow : malformedRequest;
}
