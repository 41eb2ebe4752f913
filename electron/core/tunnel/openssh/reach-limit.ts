import type { Timers } from '../timers.ts';

/** The system sends its request for a connection again after 1, 3, 7, 15 s; an ssh that starts anew asks at once. */
const minLimitMs = 700;
const limitFactor = 4;
/** So many in a row, and then one without a limit: the network may have become that slow. */
const maxConsecutive = 8;

/** Ends an ssh that has no TCP connection long after the time one took before, so that another asks for it. */
export interface ReachLimit {
  /** How long it took when it succeeded. */
  readonly record: (ms: number) => void;
  /** `end` says whether it was ended for that. */
  readonly start: (timers: Timers, isConnected: () => boolean, kill: () => void) => { readonly end: () => boolean };
}

/** No limit before the first success. */
export function createReachLimit(): ReachLimit {
  let lastMs: number | undefined;
  let consecutive = 0;
  return {
    record: (ms) => {
      lastMs = ms;
      consecutive = 0;
    },
    start: (timers, isConnected, kill) => {
      let isLate = false;
      if (lastMs === undefined || consecutive >= maxConsecutive) {
        consecutive = 0;
        return { end: () => false };
      }
      const cancel = timers.after(Math.max(minLimitMs, limitFactor * lastMs), () => {
        if (isConnected()) return;
        isLate = true;
        consecutive += 1;
        kill();
      });
      return {
        end: () => {
          cancel();
          return isLate;
        },
      };
    },
  };
}
