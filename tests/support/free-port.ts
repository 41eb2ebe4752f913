import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems hand out by themselves, so that no other program is given one between the look and its use. */
const [first, count] = [15_000, 15_000] as const;

/**
 * A port of 127.0.0.1 that nobody listens on now, for a server that must be told its port. The next one is free, too: the page for
 * approvals is served there. Both stay this process's own until it ends, so that no other test is given them before they are used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + 2 * Math.floor((Math.random() * count) / 2);
    if ((await reserve(port)) && (await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

/** Takes the number among the ports of UDP, which no test uses: the system gives it back at the end of the process, however it ends. */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket({ type: 'udp4' });
  socket.unref();
  try {
    const bound = once(socket, 'listening'); // or throws what went wrong
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
    await once(server, 'listening'); // or throws what went wrong
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
