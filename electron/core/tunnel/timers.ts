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

/** Creates an inactive timer for one point in time. */
export function createTimer(clock: Clock, timers: Timers, onDue: () => void) {
  let due: number | undefined;
  let cancel = (): void => undefined;
  const fire = (): void => {
    due = undefined; // so that it can be set to the same time again if the clock was set back
    onDue();
  };
  return {
    /** Moves or cancels the timer. Returns whether that is a change. */
    set: (at: number | undefined): boolean => {
      if (at === due) return false;
      cancel();
      due = at;
      if (at !== undefined) cancel = timers.after(Math.max(0, at - clock.now()), fire);
      return true;
    },
  };
}

/** sshd's default for LoginGraceTime. Until then a login may wait for the user to confirm it on another device. */
const loginGraceMs = 120_000;

/** Returns the limit of a step. It is longer while the user may have to confirm the login, or touch a security key. */
export function stepLimitMs(connectTimeoutMs: number, canNeedUser: boolean): number {
  return canNeedUser ? Math.max(connectTimeoutMs, loginGraceMs) : connectTimeoutMs;
}

/** A timeout for each step of an attempt. Pauses while the user is asked. */
export type StepTimeout = ReturnType<typeof createStepTimeout>;

/** Creates a timeout that calls `onExpiry` at most once. The limit may grow during a step. */
export function createStepTimeout(limitMs: () => number, timers: Timers, onExpiry: () => void) {
  const pending = new Set<Promise<unknown>>();
  let isEnded = false;
  let cancel = (): void => undefined;

  const wait = (ms: number, waitedMs: number): void => {
    cancel = timers.after(ms, () => {
      const leftMs = limitMs() - waitedMs - ms;
      if (leftMs > 0) wait(leftMs, waitedMs + ms);
      else onExpiry();
    });
  };
  const arm = (): void => {
    cancel();
    if (!isEnded && pending.size === 0) wait(limitMs(), 0);
  };
  arm();

  return {
    /** Starts a new step. */
    restart: arm,
    pauseFor: async <T>(answer: Promise<T>): Promise<T> => {
      pending.add(answer);
      arm();
      try {
        return await answer;
      } finally {
        pending.delete(answer);
        arm();
      }
    },
    /** Resolves when no answer is pending. */
    whenAnswered: async (): Promise<void> => void (await Promise.allSettled(pending)),
    end: (): void => {
      isEnded = true;
      cancel();
    },
  };
}
