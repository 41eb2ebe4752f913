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
