import type { Timers } from '../timers.ts';

/** The system sends its request for a connection again after 1, 3, 7, 15 s; an ssh that starts anew asks at once. */
const leastMs = 700;
const times = 4;
/** So many in a row, and then one without a limit: the network may have become that slow. */
const most = 8;

/** Ends an ssh that has no TCP connection long after the time one took before, so that another asks for it. */
export interface ReachLimit {
  /** How long it took when it succeeded. */
  readonly took: (ms: number) => void;
  /** `end` says whether it was ended for that. */
  readonly watch: (timers: Timers, isConnected: () => boolean, kill: () => void) => { readonly end: () => boolean };
}

/** No limit before the first success. */
export function createReachLimit(): ReachLimit {
  let tookMs: number | undefined;
  let inRow = 0;
  return {
    took: (ms) => {
      tookMs = ms;
      inRow = 0;
    },
    watch: (timers, isConnected, kill) => {
      let isLate = false;
      if (tookMs === undefined || inRow >= most) {
        inRow = 0;
        return { end: () => false };
      }
      const cancel = timers.after(Math.max(leastMs, times * tookMs), () => {
        if (isConnected()) return;
        isLate = true;
        inRow += 1;
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
