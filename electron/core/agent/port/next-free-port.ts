import { createServer } from 'node:net';
import { errorCode } from '../../shared/node-error.ts';

const tried = 100;

/** The next port after one that is free on every loopback address; null where none near it is. */
export async function nextFreePort(after: number, except: readonly number[]): Promise<number | null> {
  for (let port = after + 1; port <= Math.min(after + tried, 65_535); port += 1) {
    if (!except.includes(port) && (await isFree(port, '127.0.0.1')) && (await isFree(port, '::1'))) return port;
  }
  return null;
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(errorCode(error) === 'EADDRNOTAVAIL' || errorCode(error) === 'EAFNOSUPPORT'));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
