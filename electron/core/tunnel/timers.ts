import type { Clock } from '../shared/clock.ts';

/** Timers as a parameter, so that tests can control them. */
export interface Timers {
  /** Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** The system's timers. After a pause of the process, what arrived meanwhile is read before a limit ends. */
export const systemTimers: Timers = {
  after: (ms, run) => {
    let due: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      due = setImmediate(run);
    }, ms);
    return () => {
      clearTimeout(timer);
      clearImmediate(due);
    };
  },
};

/** A timer for one point in time. */
export interface Timer {
  /** Moves or cancels the timer. Returns whether that is a change. */
  readonly set: (at: number | undefined) => boolean;
}

/** Creates an inactive timer. */
export function createTimer(clock: Clock, timers: Timers, onDue: () => void): Timer {
  let due: number | undefined;
  let cancel = (): void => undefined;
  const fire = (): void => {
    due = undefined; // so that it can be set to the same time again if the clock was set back
    onDue();
  };
  return {
    set: (at) => {
      if (at === due) return false;
      cancel();
      due = at;
      if (at !== undefined) cancel = timers.after(Math.max(0, at - clock.now()), fire);
      return true;
    },
  };
}
