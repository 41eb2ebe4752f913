import { findLastRow } from './describe-run.ts';
import type { EndReason } from './scheduler/scheduler.ts';
import type { RunRecord } from './store/run-record.ts';

export type StoredState = Pick<RunRecord, 'state' | 'reason'>;

/** Cells to repeat, and the state of their run after that. */
export interface Retry {
  /** Their keys in ascending order. Further ones are added while the retry is active. */
  keys: Float64Array;
  readonly stateAfter: StoredState;
}

export interface EndingRun {
  readonly record: RunRecord;
  /** Set if only failed cells are repeated. */
  readonly retry: Retry | null;
}

/** Returns the state of a run after its last request. */
export function findEnd({ record, retry }: EndingRun, reason: EndReason, isClosing: boolean): StoredState {
  if (record.isDryRun) return { state: 'draft', reason: 'dry-run' };
  if (isClosing) return { state: 'paused', reason: 'program-ended' };
  // its cell is pending again, and only a run that can continue sends it
  if (reason === 'user') return { state: 'stopped', reason };
  if (retry) return retry.stateAfter;
  if (reason !== 'complete') return { state: 'finished', reason };
  return { state: 'finished', reason: findLastRow(record) < record.rows ? 'rows' : 'complete' };
}
