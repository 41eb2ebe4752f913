import net from 'node:net';
import type { Duplex } from 'node:stream';

/** Where a connection should end. */
export interface DialTarget {
  readonly host: string;
  readonly port: number;
}

/** The one small port for bytes: opens a raw connection. The tunnel supplies its own. */
export type Dial = (target: DialTarget, signal: AbortSignal) => Promise<Duplex>;

/** Straight over TCP; addresses of both families are tried side by side. */
export const tcpDial: Dial = (target, signal) =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ host: target.host, port: target.port, noDelay: true, signal });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
