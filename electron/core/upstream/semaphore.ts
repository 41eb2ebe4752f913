/** The right to proceed. Only the first call counts. */
export interface Permit {
  readonly release: () => void;
  /** Releases it after a failure that the waiting callers would have, too. Rejects those that have waited as long as it was held. */
  readonly fail: (error: unknown) => void;
}

/** Limits how many callers proceed at once, in the order of their calls. */
export interface Semaphore {
  /** Rejects if the signal is aborted before, or with the failure of an earlier caller. */
  readonly acquire: (signal: AbortSignal) => Promise<Permit>;
}

/** Callers that came within a moment of each other have waited equally long. */
const waitedShare = 0.9;

/** Creates a semaphore with this many permits. `now` is a monotonic clock. */
export function createSemaphore(limit: number, now: () => number): Semaphore {
  interface Waiter {
    readonly since: number;
    readonly begin: () => void;
    readonly reject: (error: unknown) => void;
  }
  const waiting = new Set<Waiter>();
  let running = 0;

  const rejectEarlier = (since: number, error: unknown): void => {
    const at = now();
    for (const waiter of waiting) if (at - waiter.since >= waitedShare * (at - since)) waiter.reject(error);
  };
  const start = (): Permit => {
    const since = now();
    running += 1;
    let hasEnded = false;
    const release = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      running -= 1;
      const [next] = waiting;
      next?.begin();
    };
    return {
      release,
      fail: (error) => {
        if (!hasEnded) rejectEarlier(since, error);
        release();
      },
    };
  };

  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        if (running < limit) {
          resolve(start());
          return;
        }
        const leave = (): void => {
          waiting.delete(waiter);
          signal.removeEventListener('abort', onAbort);
        };
        const waiter: Waiter = {
          since: now(),
          begin: () => {
            leave();
            resolve(start());
          },
          reject: (error) => {
            leave();
            reject(error);
          },
        };
        const onAbort = (): void => waiter.reject(signal.reason);
        waiting.add(waiter);
        signal.addEventListener('abort', onAbort, { once: true });
      }),
  };
}
