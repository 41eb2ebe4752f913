/** The right to proceed. Only the first call counts. */
export interface Permit {
  readonly release: () => void;
  /**
   * Releases it after a failure that the waiting callers may have, too. They wait for the other permits in use. If the last one fails as
   * well, it rejects those that have waited as long as it was held.
   */
  readonly fail: (error: unknown) => void;
}

/** Callers that came within a moment of each other have waited equally long. */
const waitedShare = 0.9;

interface Waiter {
  readonly since: number;
  readonly begin: () => void;
  readonly reject: (error: unknown) => void;
}

/** Creates a semaphore with this many permits, given in the order of the calls. `now` is a monotonic clock. */
export function createSemaphore(limit: number, now: () => number) {
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
    const end = (): boolean => {
      if (hasEnded) return false;
      hasEnded = true;
      running -= 1;
      return true;
    };
    return {
      release: () => {
        if (end()) startWaiting();
      },
      fail: (error) => {
        if (!end() || running > 0) return;
        rejectEarlier(since, error);
        startWaiting();
      },
    };
  };
  const startWaiting = (): void => {
    for (const waiter of waiting) {
      if (running === limit) return;
      waiter.begin();
    }
  };

  return {
    /** Rejects if the signal is aborted before, or with the failure of an earlier caller. */
    acquire: (signal: AbortSignal) =>
      new Promise<Permit>((resolve, reject) => {
        if (running < limit && waiting.size === 0) {
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
