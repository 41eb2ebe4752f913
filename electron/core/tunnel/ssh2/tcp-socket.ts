import net from 'node:net';
import type { Duplex } from 'node:stream';
import type { Hop } from '../types.ts';

/**
 * The system sends its request for a connection again after 1, 3, 7, 15 s, so that the first after an outage may be seconds late.
 * One more socket asks as often as this; the first one stays for links that take longer.
 */
const retryMs = 500;

/** A TCP connection to the first hop. Rejects with what the system says, or with the signal's reason. */
export function openSocket(hop: Hop, signal: AbortSignal): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const sockets = new Set<net.Socket>();
    const end = (winner?: net.Socket): void => {
      clearInterval(retryTimer);
      signal.removeEventListener('abort', onAbort);
      for (const socket of sockets)
        if (socket !== winner)
          socket
            .removeAllListeners()
            .on('error', () => undefined)
            .destroy();
    };
    const onAbort = (): void => {
      end();
      reject(signal.reason);
    };
    const tryConnect = (): void => {
      const [, former] = sockets;
      if (former) {
        sockets.delete(former);
        former
          .removeAllListeners()
          .on('error', () => undefined)
          .destroy();
      }
      const socket = connectTo(hop);
      sockets.add(socket);
      socket.once('error', (error) => {
        end();
        reject(error);
      });
      socket.once('connect', () => {
        end(socket);
        socket.removeAllListeners('error');
        socket.on('error', () => undefined); // ssh2 tells; without a listener of ours a late one would end the process
        resolve(socket);
      });
    };
    const retryTimer = setInterval(tryConnect, retryMs);
    signal.addEventListener('abort', onAbort, { once: true });
    tryConnect();
  });
}

/**
 * Without TCP keepalive: Node's gives a connection up after ten unanswered probes a second apart, while the system itself goes on
 * for a quarter of an hour with what is not acknowledged. Our pings are that, so that its retransmission decides.
 */
function connectTo(hop: Hop): net.Socket {
  // Without noDelay a third of the bulk transfers falls to a sixth of the speed.
  return net.connect({ host: hop.host, port: hop.port, noDelay: true });
}

/** ssh2 writes each packet in three pieces, each a segment of its own without Nagle's algorithm. What one turn writes is sent as one. */
export function corkWrites(stream: Duplex): void {
  const write = stream.write.bind(stream) as (...parts: unknown[]) => boolean;
  let isCorked = false;
  stream.write = (...parts: unknown[]): boolean => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      process.nextTick(() => {
        isCorked = false;
        stream.uncork();
      });
    }
    return write(...parts);
  };
}
