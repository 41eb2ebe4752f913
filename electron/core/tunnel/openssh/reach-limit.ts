import type { Timers } from '../timers.ts';
import type { ChannelLog } from './channel-log.ts';

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
  /** Starts the limit once ssh connects, because a busy machine takes long to start it. `end` returns whether ssh was killed. */
  readonly start: (timers: Timers, log: Pick<ChannelLog, 'connecting' | 'connectMs'>, kill: () => void) => { readonly end: () => boolean };
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
    start: (timers, { connecting, connectMs }, kill) => {
      let isLate = false;
      let hasEnded = false;
      let cancel = (): void => undefined;
      if (lastMs === undefined) return { end: () => false };
      consecutive += 1;
      const longer = longerLimits.find(({ every }) => consecutive % every === 0)?.ms ?? 0;
      if (longer === Infinity) return { end: () => false };
      const limitMs = Math.max(minLimitMs, limitFactor * lastMs, longer);
      const startWhenConnecting = async (): Promise<void> => {
        await connecting;
        if (hasEnded) return;
        cancel = timers.after(limitMs, () => {
          if (connectMs() !== undefined) return;
          isLate = true;
          kill();
        });
      };
      void startWhenConnecting();
      return {
        end: () => {
          hasEnded = true;
          cancel();
          return isLate;
        },
      };
    },
  };
}
