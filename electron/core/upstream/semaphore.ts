/** Limits how many callers proceed at once, in the order of their calls. */
export interface Semaphore {
  /** Resolves with a function that releases the permit, or rejects if the signal is aborted before. */
  readonly acquire: (signal: AbortSignal) => Promise<() => void>;
}

export function createSemaphore(limit: number): Semaphore {
  const waiting = new Set<() => void>();
  let running = 0;
  const start = (): (() => void) => {
    running += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      running -= 1;
      const [next] = waiting;
      next?.();
    };
  };
  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        if (running < limit) {
          resolve(start());
          return;
        }
        const withdraw = (): void => {
          waiting.delete(begin);
          reject(signal.reason);
        };
        const begin = (): void => {
          waiting.delete(begin);
          signal.removeEventListener('abort', withdraw);
          resolve(start());
        };
        waiting.add(begin);
        signal.addEventListener('abort', withdraw, { once: true });
      }),
  };
}
