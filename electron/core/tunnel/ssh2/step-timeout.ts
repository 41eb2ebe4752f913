import type { Timers } from '../timers.ts';

/** A time limit for each step of an attempt that stands still while the user is asked. */
export interface StepTimeout {
  /** A new step begins. */
  readonly restart: () => void;
  /** Stands still until the promise settles. */
  readonly pauseFor: <T>(answer: Promise<T>) => Promise<T>;
  /** Settles when no answer is awaited any more. */
  readonly whenAnswered: () => Promise<void>;
  readonly end: () => void;
}

/** A limit that calls `onExpiry` at most once. */
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
