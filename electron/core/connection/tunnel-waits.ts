import type { Patience } from '../support/patience.ts';
import type { TunnelOptions } from '../tunnel/tunnel.ts';

/** A request that waits for the tunnel must hear why it waited in vain before its own limit ends the wait. */
const shareOfConnecting = 0.8;

/** How long requests wait for a tunnel, and when it is taken down for want of use. */
export function tunnelWaits(patience: () => Patience): Required<Pick<TunnelOptions, 'waitMs' | 'idleStopMs'>> {
  return { waitMs: () => patience().connectMs * shareOfConnecting, idleStopMs: () => patience().tunnelIdleMs };
}
