import type { QueuedCell } from '../pending-cells.ts';
import type { NewResult } from '../store/results.ts';
import { failedResult, refusedResult, type CellOutcome, type CellResult } from './request-cell.ts';

/** How often a cell is requested if its answer is unusable, the service refuses it, or the answer is lost. */
const maxTries = 3;
const maxRefusals = 10;
const maxLosses = 5;

type Unanswered = Extract<CellOutcome, { readonly kind: 'failed' | 'refused' | 'interrupted' }>;

/** Counts a request without an answer. Returns the cell's result after the last one. Null if the cell is requested again. */
export function countAttempt(cell: QueuedCell, outcome: Unanswered, at: number): CellResult | null {
  switch (outcome.kind) {
    case 'failed':
      cell.tries += 1;
      return cell.tries < maxTries ? null : outcome.result;
    case 'refused':
      cell.refusals += 1;
      return cell.refusals < maxRefusals ? null : refusedResult(outcome.failure, at, cell.refusals);
    case 'interrupted':
      if (outcome.counts) cell.losses += 1;
      return cell.losses < maxLosses ? null : failedResult(outcome.failure, at, cell.losses);
  }
}

/** Returns the result of a cell, with all requests of the cell as its attempts. */
export function toNewResult({ row, slot, tries, refusals, losses }: QueuedCell, result: CellResult): NewResult {
  const { attempts } = result.detail;
  // a failed result may count the requests of its cell already
  const total = Math.max(attempts, tries + refusals + losses + (result.state === 'failed' ? 0 : attempts));
  return { ...result, row, slot, detail: { ...result.detail, attempts: total } };
}
