/** Time as a parameter, so that tests can move it. */
export interface Clock {
  readonly now: () => number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };
