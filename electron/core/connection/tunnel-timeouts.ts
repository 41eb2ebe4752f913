import type { Timeouts } from '../shared/timeouts.ts';
import type { TunnelOptions } from '../tunnel/tunnel.ts';

/** How long requests wait for a tunnel and it waits for the instance, and when it is taken down for want of use. */
export function tunnelTimeouts(
  patience: () => Timeouts,
): Required<Pick<TunnelOptions, 'readyTimeoutMs' | 'openTimeoutMs' | 'silenceTimeoutMs' | 'idleTimeoutMs'>> {
  return {
    readyTimeoutMs: () => patience().tunnelWaitMs,
    openTimeoutMs: () => patience().connectMs,
    silenceTimeoutMs: () => patience().silenceMs,
    idleTimeoutMs: () => patience().tunnelIdleMs,
  };
}
