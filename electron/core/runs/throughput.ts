/** Measures the rate of results over the last minute. */
export interface Throughput {
  readonly add: (count: number) => void;
  /** Returns results per millisecond. Null without results, and in the first two seconds. */
  readonly perMs: () => number | null;
}

const windowMs = 60_000;
const stepMs = 1000;
const minElapsedMs = 2000;

export function createThroughput(now: () => number): Throughput {
  const startedAt = now();
  let steps: { readonly at: number; count: number }[] = [];
  const dropOldSteps = (): void => {
    const from = now() - windowMs;
    if ((steps[0]?.at ?? Infinity) < from) steps = steps.filter(({ at }) => at >= from);
  };
  return {
    add: (count) => {
      dropOldSteps();
      const last = steps.at(-1);
      if (last && now() - last.at < stepMs) last.count += count;
      else steps.push({ at: now(), count });
    },
    perMs: () => {
      dropOldSteps();
      const elapsed = Math.min(windowMs, now() - startedAt);
      const total = steps.reduce((sum, { count }) => sum + count, 0);
      return elapsed < minElapsedMs || total === 0 ? null : total / elapsed;
    },
  };
}
