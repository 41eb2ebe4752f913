import type { Timers } from '../timers.ts';

/** A timeout for each step of an attempt. Pauses while the user is asked. */
export interface StepTimeout {
  /** Starts a new step. */
  readonly restart: () => void;
  /** Pauses until the promise settles. */
  readonly pauseFor: <T>(answer: Promise<T>) => Promise<T>;
  /** Resolves when no answer is pending. */
  readonly whenAnswered: () => Promise<void>;
  readonly end: () => void;
}

/** Creates a timeout that calls `onExpiry` at most once. */
export function createStepTimeout(ms: number, timers: Timers, onExpiry: () => void): StepTimeout {
  const pending = new Set<Promise<unknown>>();
  let isEnded = false;
  let cancel = (): void => undefined;

  const arm = (): void => {
    cancel();
    if (!isEnded && pending.size === 0) cancel = timers.after(ms, onExpiry);
  };
  arm();

  return {
    restart: arm,
    pauseFor: async (answer) => {
      pending.add(answer);
      arm();
      try {
        return await answer;
      } finally {
        pending.delete(answer);
        arm();
      }
    },
    whenAnswered: async () => void (await Promise.allSettled(pending)),
    end: () => {
      isEnded = true;
      cancel();
    },
  };
}
