import type http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createAuthority, type Authority, type Credentials } from './certificates.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export type Handler = (seen: SeenRequest, response: http.ServerResponse, request: http.IncomingMessage) => void;

/** Starts a real HTTPS server for one test. Its certificate is for `localhost` by default. */
export async function startServer(handler: Handler, options: { readonly authority?: Authority; readonly credentials?: Credentials } = {}) {
  const authority = options.authority ?? createAuthority();
  const seen: SeenRequest[] = [];
  let connections = 0;
  let open = 0;
  const server = https.createServer({ ...(options.credentials ?? authority.issue('localhost')) }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(entry);
      handler(entry, response, request);
    });
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open += 1;
    socket.once('close', () => (open -= 1));
  });
  const port = await listen(server);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  onTestFinished(close);
  return {
    origin: `https://localhost:${port}`,
    port,
    authority,
    seen,
    /** Counts all connections so far. */
    connections: () => connections,
    /** Counts the open connections. */
    open: () => open,
    close,
  };
}

export type TestServer = Awaited<ReturnType<typeof startServer>>;

/** Listens on a free port of 127.0.0.1 and returns it. */
export function listen(server: http.Server | https.Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** Sends events in the engines' format, then the end marker. */
export function sendEvents(response: http.ServerResponse, chunks: readonly unknown[], end = 'data: [DONE]\n\n'): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end(end);
}

export function sendJson(response: http.ServerResponse, status: number, value: unknown, headers: http.OutgoingHttpHeaders = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}
