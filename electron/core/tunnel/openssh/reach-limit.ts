import type { Timers } from '../timers.ts';

/** The system retransmits its SYN after 1, 3, 7, 15 s. A new ssh sends one at once. */
const minLimitMs = 700;
const limitFactor = 4;
/** After this many in a row, one runs without a limit, because the network may have become that slow. */
const maxConsecutive = 8;

/** Kills an ssh whose TCP connection takes much longer than the last one took, so that a new one sends a SYN. */
export interface ReachLimit {
  /** Records how long a successful connection took. */
  readonly record: (ms: number) => void;
  /** Starts the limit. `end` returns whether ssh was killed. */
  readonly start: (timers: Timers, isConnected: () => boolean, kill: () => void) => { readonly end: () => boolean };
}

/** Creates a limit that applies after the first success. */
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
