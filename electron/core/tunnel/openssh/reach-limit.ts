import type { Timers } from '../timers.ts';

/** The system retransmits its SYN after 1, 3, 7, 15 s. A new ssh sends one at once. */
const minLimitMs = 700;
const limitFactor = 4;
/** Longer limits, each after so many attempts in a row, because the network may have become that slow. */
const longerLimits = [
  { every: 128, ms: Infinity },
  { every: 32, ms: 5000 },
  { every: 8, ms: 2000 },
] as const;

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
      if (lastMs === undefined) return { end: () => false };
      consecutive += 1;
      const longer = longerLimits.find(({ every }) => consecutive % every === 0)?.ms ?? 0;
      if (longer === Infinity) return { end: () => false };
      const cancel = timers.after(Math.max(minLimitMs, limitFactor * lastMs, longer), () => {
        if (isConnected()) return;
        isLate = true;
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
