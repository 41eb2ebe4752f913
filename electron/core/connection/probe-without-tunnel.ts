import type { CatalogEntry } from '../../contract/catalog.ts';
import type { Addresses } from '../llm-client/llm-client.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { ProbeResult } from './tunnel-decision.ts';

const limitMs = 4000;

/**
 * Asks one engine after the other for its models, straight from here. The first that answers decides; one that is merely
 * broken says as well that this network is permitted, unless another one says that it is not.
 */
export async function probeWithoutTunnel(
  catalog: readonly CatalogEntry[],
  addresses: Addresses,
  upstream: Upstream,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  let look: ProbeResult = { kind: 'nothing-to-ask' };
  for (const { segment } of catalog) {
    const asked = await upstream.request({
      method: 'GET',
      path: `${addresses.directBase(segment)}models`,
      headers: { accept: 'application/json' },
      signal: limit,
      firstByteMs: limitMs,
    });
    if (!asked.ok) {
      const isLate = limit.aborted && !signal.aborted;
      return { kind: 'failed', failure: isLate ? silent(upstream.host) : asked.failure };
    }
    const { status, body } = asked.value;
    body.resume();
    if (status === 401 || status === 403) return { kind: 'not-permitted' };
    if (status >= 200 && status < 300) return { kind: 'answered' };
    look = { kind: 'answered' };
  }
  return look;
}

function silent(host: string): Extract<ProbeResult, { kind: 'failed' }>['failure'] {
  return { code: 'connect-timeout', message: `${host} does not answer from this network.`, remedy: 'Use the tunnel or the proxy.' };
}
