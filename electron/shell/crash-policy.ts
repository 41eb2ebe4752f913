/** A second crash this soon after the first is taken for a loop, in milliseconds. */
const loopWindow = 60_000;

/** What to do about a crashed window: reload it once, but not for ever. */
export function afterCrash(earlierCrashes: readonly number[], now: number): 'reload' | 'give-up' {
  return earlierCrashes.some((time) => now - time < loopWindow) ? 'give-up' : 'reload';
}
