const baseMs = 1000;
const capMs = 30_000;

/** Readiness that is long enough to forget earlier failures; less would let a server that drops us at once be hammered. */
export const steadyMs = 30_000;

/** For so long a login that worked before may be refused before anybody is asked: an instance comes up before its homes are mounted. */
export const refusalsMs = 10 * 60_000;

const refusalPauses = [2, 3, 5, 8, 13, 21, 34, 55, 89, 120] as const;

/**
 * How long to wait after the nth refused login. Never so often that an sshd of its own accord keeps us out: `PerSourcePenalties` has
 * 5 s for each, and bars who owes 15.
 */
export function refusalPauseMs(refusals: number): number {
  return (refusalPauses[refusals] ?? 120) * 1000;
}

/**
 * How long to wait before the next attempt: at once after the first failure, then full jitter over 1·2ⁿ s, at most 30 s.
 * `chance` is between 0 and 1. Full jitter, so that a whole institute does not come back in step after an outage.
 */
export function backoffMs(failures: number, chance: number): number {
  if (failures <= 0) return 0;
  return Math.round(chance * Math.min(capMs, baseMs * 2 ** (failures - 1)));
}
