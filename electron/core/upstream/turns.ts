/** Lets only some work run at once, in the order of its requests. */
export interface Turns {
  /** Resolves with the function that ends the turn, or rejects if the signal is aborted before. */
  readonly take: (signal: AbortSignal) => Promise<() => void>;
}

export function createTurns(limit: number): Turns {
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
    take: (signal) =>
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
