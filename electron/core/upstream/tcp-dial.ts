import net from 'node:net';
import type { Dial } from '../shared/dial.ts';

/** Straight over TCP; addresses of both families are tried side by side. */
export const tcpDial: Dial = (target, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    // Node's own `signal` would go on watching, and destroy a connection in use once its limit has passed.
    const socket = net.connect({ host: target.host, port: target.port, noDelay: true });
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
      resolve(socket);
    });
  });
