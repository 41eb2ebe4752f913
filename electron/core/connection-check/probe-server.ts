import net from 'node:net';
import { ok, type Result } from '../../contract/failure.ts';
import { sshFailure, type NamedHop } from '../tunnel/tunnel.ts';

const reachMs = 10_000;

/** Opens a bare connection to an SSH server and closes it. */
export function probeServer(hop: NamedHop, signal: AbortSignal): Promise<Result<undefined>> {
  return new Promise((resolve) => {
    const limit = AbortSignal.timeout(reachMs);
    const socket = net.connect({ host: hop.host, port: hop.port, signal: AbortSignal.any([signal, limit]) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(ok(undefined));
    });
    socket.on('error', (error) => {
      const cause = limit.aborted ? Object.assign(new Error('too late', { cause: error }), { code: 'ETIMEDOUT' }) : error;
      resolve({ ok: false, failure: sshFailure(cause, hop) });
    });
  });
}
