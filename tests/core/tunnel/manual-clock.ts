import type { Clock } from '../../../electron/core/shared/clock.ts';
import type { Timers } from '../../../electron/core/tunnel/timers.ts';

/** A clock and timers that move only when the test moves them. */
export interface ManualClock {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Runs due timers in order. Promises settle in between. */
  readonly move: (ms: number) => Promise<void>;
  /** Simulates a sleeping computer: time passes, but no timer runs. */
  readonly sleep: (ms: number) => void;
  readonly pending: () => number;
}

/** Creates a clock at zero. */
export function createManualClock(): ManualClock {
  let now = 0;
  let shift = 0;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    clock: { now: () => now + shift },
    timers: {
      after: (ms, run) => {
        const timer = { at: now + ms, run };
        due.add(timer);
        return () => void due.delete(timer);
      },
    },
    move: async (ms) => {
      const end = now + ms;
      await settle();
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        due.delete(next);
        now = Math.max(now, next.at);
        next.run();
        await settle();
      }
      now = end;
    },
    sleep: (ms) => void (shift += ms),
    pending: () => due.size,
  };
}
