import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { SocketServer } from '../../../electron/browser/channel/channel.ts';

/** Serves a channel on this computer until the test ends. Returns its URL. */
export async function serveSockets(sockets: SocketServer): Promise<string> {
  const server = createServer();
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    sockets.close();
    server.close();
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
