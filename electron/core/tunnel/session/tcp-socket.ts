import net from 'node:net';
import type { Duplex } from 'node:stream';
import type { Hop } from '../ports.ts';

/** Node itself reads 64 KiB at a time, so that every other packet of 32 KiB came in two pieces and had to be put together. */
const readBytes = 512 * 1024;
const lent = new WeakMap<Duplex, () => boolean>();

/** From now on what is read may lie in a buffer that is used again for the next read, as long as `isSafe` says so. */
export function lendReadBuffer(socket: Duplex, isSafe: () => boolean): void {
  lent.set(socket, isSafe);
}

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
          socket.emit('data', lent.get(socket)?.() ? piece : Buffer.from(piece));
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
      resolve(gather(socket));
    });
  });
}

/** ssh2 writes each packet in three pieces, and without delay each would be a segment of its own; what one turn writes goes out as one. */
function gather(socket: net.Socket): net.Socket {
  const write = socket.write.bind(socket) as (...words: unknown[]) => boolean;
  let isGathering = false;
  const gathering = (...words: unknown[]): boolean => {
    if (!isGathering) {
      isGathering = true;
      socket.cork();
      process.nextTick(() => {
        isGathering = false;
        socket.uncork();
      });
    }
    return write(...words);
  };
  socket.write = gathering; // it passes on whatever it is given
  return socket;
}
