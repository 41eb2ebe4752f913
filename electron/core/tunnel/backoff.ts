const baseMs = 1000;
const capMs = 30_000;

/** Readiness that is long enough to forget earlier failures; less would let a server that drops us at once be hammered. */
export const steadyMs = 30_000;

/**
 * How long to wait before the next attempt: at once after the first failure, then full jitter over 1·2ⁿ s, at most 30 s.
 * `chance` is between 0 and 1. Full jitter, so that a whole institute does not come back in step after an outage.
 */
export function backoffMs(failures: number, chance: number): number {
  if (failures <= 0) return 0;
  return Math.round(chance * Math.min(capMs, baseMs * 2 ** (failures - 1)));
}
