import net from 'node:net';
import type { Hop } from '../ports.ts';

/** A TCP connection to the first hop. Rejects with what the system says, or with the signal's reason. */
export function openSocket(hop: Hop, signal: AbortSignal): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    // Without noDelay a third of the bulk transfers falls to a sixth of the speed.
    const socket = net.connect({ host: hop.host, port: hop.port, noDelay: true });
    const onAbort = (): void => {
      socket.destroy();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', (error) => {
      signal.removeEventListener('abort', onAbort);
      reject(error);
    });
    socket.once('connect', () => {
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners('error');
      socket.on('error', () => undefined); // ssh2 tells; without a listener of ours a late one would end the process
      resolve(socket);
    });
  });
}
