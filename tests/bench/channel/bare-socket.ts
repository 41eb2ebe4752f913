import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

/** Listens on a free port. */
export async function openBareSocket() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  let socket: WebSocket | undefined;
  server.on('connection', (next) => (socket = next));
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server's address is never a path
    send: (text: string) => socket?.send(text),
    /** Resolves with the page's next message. */
    reply: () => new Promise((resolve) => void socket?.once('message', (data: Buffer) => resolve(data.toString('utf8')))),
    close: () => {
      socket?.terminate();
      server.close();
    },
  };
}

/** A plain WebSocket to the page that connected last. */
export type BareSocket = Awaited<ReturnType<typeof openBareSocket>>;
