import type { Timers } from '../timers.ts';
import type { PauseFor } from '../types.ts';

/** A timeout for each step of an attempt. Pauses while the user is asked. */
export interface StepTimeout {
  /** Starts a new step. */
  readonly restart: () => void;
  readonly pauseFor: PauseFor;
  /** Resolves when no answer is pending. */
  readonly whenAnswered: () => Promise<void>;
  readonly end: () => void;
}

/** sshd's default for LoginGraceTime. Until then a login may wait for the user to confirm it on another device. */
const loginGraceMs = 120_000;

/** Returns the limit of a step. It is longer while the user may have to confirm the login, or touch a security key. */
export function stepLimitMs(connectTimeoutMs: number, canNeedUser: boolean): number {
  return canNeedUser ? Math.max(connectTimeoutMs, loginGraceMs) : connectTimeoutMs;
}

/** Creates a timeout that calls `onExpiry` at most once. The limit may grow during a step. */
export function createStepTimeout(limitMs: () => number, timers: Timers, onExpiry: () => void): StepTimeout {
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
