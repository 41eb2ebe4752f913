import net from 'node:net';
import type { Duplex } from 'node:stream';
import type { Hop } from '../types.ts';

/**
 * The system retransmits its SYN after 1, 3, 7, 15 s, so the first one after an outage may be seconds late. A second socket
 * therefore tries at this interval. The first one stays, for slow links.
 */
const retryMs = 500;

/** Opens a TCP connection to the first hop. Rejects with the system's error or the signal's reason. */
export function openSocket(hop: Hop, signal: AbortSignal): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
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
      const [, previous] = sockets;
      if (previous) {
        sockets.delete(previous);
        previous
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
        socket.on('error', () => undefined); // ssh2 reports it, but without our listener a late error would end the process
        resolve(socket);
      });
    };
    const retryTimer = setInterval(tryConnect, retryMs);
    signal.addEventListener('abort', onAbort, { once: true });
    tryConnect();
  });
}

/**
 * Connects without TCP keepalive. Node's gives up after ten unanswered probes, one per second, while TCP retransmits
 * unacknowledged data for a quarter of an hour. Our pings are such data, so retransmission decides.
 */
function connectTo(hop: Hop): net.Socket {
  // Without noDelay, a third of bulk transfers drops to a sixth of the speed.
  return net.connect({ host: hop.host, port: hop.port, noDelay: true });
}

/** Sends all writes of one turn together, because ssh2 writes each packet in three pieces and each would be its own segment. */
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
