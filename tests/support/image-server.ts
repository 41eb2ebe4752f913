import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
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

/** Returns a PNG of one colour. */
export function pngImage(width: number, height: number): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x80)]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8); // 8-bit RGB
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
