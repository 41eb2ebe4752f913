import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems hand out by themselves, so that no other program is given one between the look and its use. */
const [first, count] = [15_000, 15_000] as const;

/** A port of 127.0.0.1 that nobody listens on now, for a server that must be told its port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * count);
    if (await isFree(port)) return port;
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
