import net from 'node:net';
import type { Dial } from '../support/dial.ts';

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
