import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { createAuthority } from './certificates.ts';

export interface ImageResponse {
  readonly status?: number;
  readonly type: string;
  readonly body: Buffer | string;
  readonly location?: string;
}

/** Starts a server with a certificate for `name`. Answers unknown paths with 404. */
export async function startImageServer(name: string, answers: Readonly<Record<string, ImageResponse>>) {
  const authority = createAuthority();
  const asked: string[] = [];
  let connections = 0;
  const server = https.createServer({ ...authority.issue(name) }, ({ url = '' }, response) => {
    asked.push(url);
    const { status = 200, type, body, location } = answers[url] ?? { status: 404, type: 'text/plain', body: 'none' };
    response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) }).end(body);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port, // listening, so it has an address
    /** The certificate of its authority, as PEM. */
    authority: authority.pem,
    /** The requested paths, in order. */
    asked,
    /** Counts all connections so far. */
    connections: () => connections,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An image server on loopback. */
export type ImageServer = Awaited<ReturnType<typeof startImageServer>>;
