import net from 'node:net';
import { ok, type Result } from '../../contract/failure.ts';
import type { DialTarget } from '../support/dial.ts';
import { networkFailure } from '../upstream/upstream.ts';

const reachMs = 10_000;

/** Opens a bare connection to a server and closes it. */
export function reachServer({ host, port }: DialTarget, signal: AbortSignal): Promise<Result<undefined>> {
  return new Promise((resolve) => {
    const limit = AbortSignal.timeout(reachMs);
    const socket = net.connect({ host, port, signal: AbortSignal.any([signal, limit]) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(ok(undefined));
    });
    socket.on('error', (error) => {
      const cause = limit.aborted ? Object.assign(new Error('too late', { cause: error }), { code: 'ETIMEDOUT' }) : error;
      resolve({ ok: false, failure: networkFailure(cause, host) });
    });
  });
}
