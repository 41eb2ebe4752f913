/** Crashes this close together are taken for a loop, in milliseconds. */
const loopWindow = 60_000;

export type CrashDecision = 'reload' | 'give-up' | 'stop';

/** What to do about a crashed window: reload it once; then show a plain page; if even that crashes, stop. */
export function afterCrash(earlierCrashes: readonly number[], now: number): CrashDecision {
  const recent = earlierCrashes.filter((time) => now - time < loopWindow).length;
  return recent === 0 ? 'reload' : recent === 1 ? 'give-up' : 'stop';
}
