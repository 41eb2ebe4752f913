import type { Failure } from '../../../contract/failure.ts';
import type { InterruptionReason, SchedulerState } from './scheduler.ts';

/** Why a running run sends no requests, and until when. */
export interface SchedulerWait {
  readonly reason: InterruptionReason | 'busy' | 'storage';
  readonly failure: Failure | null;
  readonly until: number | null;
}

/** Returns why a running run sends no requests. Null if it does. */
export function describeWait(
  { phase, ending, storageFailure, interruption, busyUntil }: SchedulerState,
  now: number,
): SchedulerWait | null {
  if (phase !== 'running' || ending !== null) return null;
  if (storageFailure) return { reason: 'storage', failure: storageFailure, until: null };
  if (interruption) {
    const { reason, failure, tryAt } = interruption;
    // a try doesn't help before the user has switched
    return { reason, failure, until: reason === 'profile' || reason === 'mode' ? null : tryAt };
  }
  return busyUntil > now ? { reason: 'busy', failure: null, until: busyUntil } : null;
}
