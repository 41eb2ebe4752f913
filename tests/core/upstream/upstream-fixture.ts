import { onTestFinished } from 'vitest';
import { createUpstream, type PooledUpstream, type Upstream, type UpstreamOptions } from '../../../electron/core/upstream/upstream.ts';
import type { TestServer } from '../../support/https-server.ts';

/** A signal that is never aborted. */
export const never = new AbortController().signal;

/** Creates an upstream for this test that trusts the server. */
export function upstreamTo(server: TestServer, options: Partial<UpstreamOptions> = {}): PooledUpstream {
  const upstream = createUpstream({ origin: server.origin, route: { kind: 'straight' }, authorities: [server.authority.pem], ...options });
  onTestFinished(upstream.dispose);
  return upstream;
}

/** Sends a plain request. */
export const get = (upstream: Upstream, signal = never, firstByteMs = 5000) =>
  upstream.request({ method: 'GET', path: '/x?y=1', signal, firstByteMs });
