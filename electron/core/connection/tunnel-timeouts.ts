import type { Timeouts } from '../shared/timeouts.ts';
import type { TunnelOptions } from '../tunnel/tunnel.ts';

/** How long requests wait for a tunnel and it waits for the instance, and when it is taken down for want of use. */
export function tunnelTimeouts(patience: () => Timeouts): Required<Pick<TunnelOptions, 'waitMs' | 'openMs' | 'silenceMs' | 'idleStopMs'>> {
  return {
    waitMs: () => patience().tunnelWaitMs,
    openMs: () => patience().connectMs,
    silenceMs: () => patience().silenceMs,
    idleStopMs: () => patience().tunnelIdleMs,
  };
}
