import net from 'node:net';
import type { Dial } from '../shared/dial.ts';

/** How long an address may take if there are others. Node's 250 ms are too short for a distant server. */
const attemptMs = 1000;
/**
 * How long a connection is silent before the system probes it. A relayed stream and a CONNECT tunnel have no other limit. Shorter than the
 * four minutes after which networks forget a silent connection. Not much shorter, because Node gives up after ten probes, one per second,
 * so that an outage at that moment ends the answer.
 */
export const keepAliveMs = 200_000;

/** Dials TCP directly. Tries the addresses of a name one after the other. */
export const tcpDial: Dial = (target, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    // Node's own `signal` would stay active and destroy a connection in use after its timeout.
    const socket = net.connect({
      host: target.host,
      port: target.port,
      noDelay: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveMs,
    });
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
