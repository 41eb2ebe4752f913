import http from 'node:http';
import type { TLSSocket } from 'node:tls';

/** The status of one GET over a connection that is already secured; the answer is read to its end. */
export function fetchStatus(secured: TLSSocket, host: string, path: string, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    // Without an agent: one would open a connection of its own.
    const request = http.get({ createConnection: () => secured, host, path, signal, headers: { accept: 'application/json' } });
    request.once('error', reject);
    request.once('response', (response) => {
      response.once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
  });
}
