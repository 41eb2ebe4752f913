import type { Clock } from '../shared/clock.ts';

/** Timers as a parameter, so that tests can move them. */
export interface Timers {
  /** Returns what cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The machine's own timers. */
export const systemTimers: Timers = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** A timer for one moment. */
export interface Timer {
  /** Moves it to another moment, or switches it off; says whether that is a change. */
  readonly set: (at: number | undefined) => boolean;
}

/** An alarm that is off. */
export function createTimer(clock: Clock, timers: Timers, onDue: () => void): Timer {
  let due: number | undefined;
  let cancel = (): void => undefined;
  return {
    set: (at) => {
      if (at === due) return false;
      cancel();
      due = at;
      if (at !== undefined) cancel = timers.after(Math.max(0, at - clock.now()), onDue);
      return true;
    },
  };
}
