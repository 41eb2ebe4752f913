import net from 'node:net';
import { isLent } from '../../support/lent-pieces.ts';
import type { Hop } from '../ports.ts';

/** Node itself reads 64 KiB at a time, so that every other packet of 32 KiB came in two pieces and had to be put together. */
const readBytes = 512 * 1024;

/** A TCP connection to the first hop. Rejects with what the system says, or with the signal's reason. */
export function openSocket(hop: Hop, signal: AbortSignal): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    // Without noDelay a third of the bulk transfers falls to a sixth of the speed.
    const socket: net.Socket = net.connect({
      host: hop.host,
      port: hop.port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafeSlow(readBytes),
        callback: (length, buffer) => {
          const piece = Buffer.from(buffer.buffer, buffer.byteOffset, length);
          socket.emit('data', isLent(socket) ? piece : Buffer.from(piece));
          return true; // go on reading, whoever listens
        },
      },
    });
    socket.pause(); // until ssh2 listens
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
