import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How late this process is for what it has to do. */
export interface LoopDelay {
  /** A request began: measures for a while. */
  readonly start: () => void;
  /** In milliseconds; null before anything was measured. */
  readonly p99: () => number | null;
  readonly close: () => void;
}

const resolutionMs = 20;
const idleAfterMs = 60_000;

/** Measures only while there are requests, so that an idle program lets the processor sleep. */
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
    // What is measured is from one tick of the watch to the next.
    p99: () => (histogram.count === 0 ? null : Math.max(0, histogram.percentile(99) / 1e6 - resolutionMs)),
    close: () => {
      clearTimeout(idleTimer);
      histogram.disable();
    },
  };
}
