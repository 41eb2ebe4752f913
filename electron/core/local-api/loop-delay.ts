import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Measures the event loop's delay. */
export interface LoopDelay {
  /** Starts measuring for a while, when a request begins. */
  readonly start: () => void;
  /** In milliseconds. Null before the first measurement. */
  readonly p99: () => number | null;
  readonly close: () => void;
}

const resolutionMs = 20;
const idleAfterMs = 60_000;

/** Measures only while there are requests, so that an idle process doesn't wake the CPU. */
export function watchLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  let idleTimer: NodeJS.Timeout | undefined;
  return {
    start: () => {
      if (idleTimer) {
        idleTimer.refresh();
        return;
      }
      histogram.enable();
      idleTimer = setTimeout(() => {
        idleTimer = undefined;
        histogram.disable();
      }, idleAfterMs).unref();
    },
    // The histogram includes the sampling interval.
    p99: () => (histogram.count === 0 ? null : Math.max(0, histogram.percentile(99) / 1e6 - resolutionMs)),
    close: () => {
      clearTimeout(idleTimer);
      histogram.disable();
    },
  };
}
