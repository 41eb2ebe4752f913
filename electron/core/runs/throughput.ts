/** Measures results over the last minute. */
export interface Throughput {
  readonly add: (count: number) => void;
  /** Results per millisecond; null until there are enough to say. */
  readonly perMs: () => number | null;
}

const windowMs = 60_000;
const stepMs = 1000;
const enoughMs = 2000;

export function createThroughput(now: () => number): Throughput {
  const startedAt = now();
  let steps: { readonly at: number; count: number }[] = [];
  const forget = (): void => {
    const from = now() - windowMs;
    if ((steps[0]?.at ?? Infinity) < from) steps = steps.filter(({ at }) => at >= from);
  };
  return {
    add: (count) => {
      forget();
      const last = steps.at(-1);
      if (last && now() - last.at < stepMs) last.count += count;
      else steps.push({ at: now(), count });
    },
    perMs: () => {
      forget();
      const elapsed = Math.min(windowMs, now() - startedAt);
      const total = steps.reduce((sum, { count }) => sum + count, 0);
      return elapsed < enoughMs || total === 0 ? null : total / elapsed;
    },
  };
}
