import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports, so that the system assigns none of these to another program before it is used. */
const [first, count] = [15_000, 15_000] as const;

/**
 * Returns a free port of 127.0.0.1 for a server with a fixed port. It stays reserved until this process exits, so that no other test
 * gets it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * count);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/** Reserves the number by binding its UDP port, which no test uses. The system releases it however the process exits. */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket({ type: 'udp4' });
  socket.unref();
  try {
    const bound = once(socket, 'listening'); // or throws
    socket.bind({ address: '127.0.0.1', port, exclusive: true });
    await bound;
    return true;
  } catch {
    socket.close();
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening'); // or throws
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
