import type { QueuedCell } from './cell-queue.ts';
import { failedResult, refusedResult, type CellOutcome, type CellResult } from './cells/request-cell.ts';
import type { SchedulerEvent } from './scheduler/scheduler.ts';

/** What follows from the outcome of a cell. Without a result, the cell is put back into the queue. */
export interface RetryDecision {
  readonly result: CellResult | null;
  readonly event: SchedulerEvent;
}

/** Decides when the outcome of a cell is its result, and when its request is repeated. */
export interface RetryPolicy {
  readonly decide: (cell: QueuedCell, startedAt: number, outcome: CellOutcome) => RetryDecision;
  /** Whether the service has failed since its last answer. Other cells then show whether it fails for all of them. */
  readonly hasServiceErrors: () => boolean;
}

/** Unusable answers of a cell before its failure becomes its result. */
const maxTries = 3;
const maxRefusals = 10;
const maxLosses = 5;
/** Different cells with a service error and no answer in between. As many are an outage of the service. */
const outageCells = 10;

export function createRetryPolicy(now: () => number): RetryPolicy {
  const failedCells = new Set<QueuedCell>();

  const interrupt = (
    cell: QueuedCell,
    startedAt: number,
    { reason, failure, counts }: Omit<Extract<CellOutcome, { kind: 'interrupted' }>, 'kind' | 'tokens'>,
  ): RetryDecision => {
    if (counts) cell.losses += 1;
    const isRequeued = cell.losses < maxLosses;
    return {
      result: isRequeued ? null : failedResult(failure, now(), cell.losses),
      event: { kind: 'interrupted', startedAt, reason, failure, counts, isRequeued },
    };
  };

  return {
    hasServiceErrors: () => failedCells.size > 0,
    decide: (cell, startedAt, outcome) => {
      switch (outcome.kind) {
        case 'result': {
          const { result, firstByteMs, tokens } = outcome;
          if (result.state !== 'failed') failedCells.clear();
          return { result, event: { kind: 'answered', startedAt, firstByteMs, tokens, isRequeued: false } };
        }
        case 'failed': {
          const { failure, result, tokens } = outcome;
          if (failure.code === 'service-error' && failedCells.add(cell).size >= outageCells)
            return interrupt(cell, startedAt, { reason: 'connection', failure, counts: true });
          cell.tries += 1;
          const isRequeued = cell.tries < maxTries;
          return { result: isRequeued ? null : result, event: { kind: 'answered', startedAt, firstByteMs: null, tokens, isRequeued } };
        }
        case 'refused': {
          cell.refusals += 1;
          const isRequeued = cell.refusals < maxRefusals;
          return {
            result: isRequeued ? null : refusedResult(outcome.failure, now(), cell.refusals),
            event: { kind: 'refused', startedAt, retryAfterMs: outcome.retryAfterMs, isRequeued },
          };
        }
        case 'interrupted':
          return interrupt(cell, startedAt, outcome);
        case 'cancelled':
          return { result: null, event: { kind: 'cancelled' } };
      }
    },
  };
}
