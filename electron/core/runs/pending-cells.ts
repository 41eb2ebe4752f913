import { ok, type Result } from '../../contract/failure.ts';
import type { PendingRow } from './store/results.ts';

/** A cell without a result, with its unsuccessful requests. */
export interface QueuedCell {
  readonly row: number;
  readonly slot: number;
  readonly values: readonly string[];
  /** Requests that ended without a result. */
  tries: number;
  refusals: number;
  losses: number;
}

/** Cells per fetch: enough for a fraction of a second of the fastest run. More would only take memory. */
const fetchLimit = 256;
/** Fetches the next cells if fewer are buffered, because the store may be busy with results. */
const refillBelow = 192;
/** New cells come first up to this many that were put back, so that cells that keep failing don't block the rest. */
const maxPutBack = { usually: 8, whenNewPreferred: 1000 };

/** Reads the cells of a run without a result, in the order of the table. Only a few are in memory. */
export function createPendingCells(fetch: (after: number, limit: number) => Promise<Result<readonly PendingRow[]>>) {
  const requeued: QueuedCell[] = [];
  let buffer: QueuedCell[] = [];
  let next = 0;
  let [cursor, isAtEnd, scan] = [0, false, 0];
  let fetching: Promise<Result<undefined>> | undefined;
  /** Cells that are buffered or in progress. A rescan must not add them a second time. */
  const taken = new Set<number>();
  const toKey = ({ row, slot }: { readonly row: number; readonly slot: number }): number => row * 256 + slot;

  const refill = async (): Promise<Result<undefined>> => {
    const scanned = scan;
    const found = await fetch(cursor, fetchLimit);
    if (!found.ok) return found;
    if (scanned !== scan) return ok(undefined); // a rescan has started, which finds these rows too
    buffer = buffer.slice(next);
    next = 0;
    for (const { row, values, slots } of found.value) {
      cursor = row;
      for (const slot of slots) {
        const cell = { row, slot, values, tries: 0, refusals: 0, losses: 0 };
        if (taken.has(toKey(cell))) continue;
        taken.add(toKey(cell));
        buffer.push(cell);
      }
    }
    isAtEnd = found.value.length === 0;
    return ok(undefined);
  };

  const fetchMore = (): Promise<Result<undefined>> => (fetching ??= refill().finally(() => (fetching = undefined)));

  return {
    /** Returns the next cell; undefined if there is none. `prefersNew` returns those that were put back last. */
    take: async (prefersNew = false): Promise<Result<QueuedCell | undefined>> => {
      const limit = prefersNew ? maxPutBack.whenNewPreferred : maxPutBack.usually;
      for (;;) {
        const cell = buffer[next];
        const hasNew = cell !== undefined || (prefersNew && !isAtEnd);
        const chosen = requeued.length > 0 && (!hasNew || requeued.length > limit) ? requeued.shift() : cell;
        if (chosen !== undefined) {
          if (chosen === cell) next += 1;
          // a failure is returned once the buffer is empty
          if (!isAtEnd && buffer.length - next < refillBelow) void fetchMore();
          return ok(chosen);
        }
        if (isAtEnd) return ok(undefined);
        const refilled = await fetchMore();
        if (!refilled.ok) return refilled;
      }
    },
    /** Puts a cell back, behind the others that were put back. */
    putBack: (cell: QueuedCell) => void requeued.push(cell),
    /** Removes a cell whose result is saved. */
    complete: (cell: { readonly row: number; readonly slot: number }) => void taken.delete(toKey(cell)),
    /** Scans the whole table again, because results were deleted. */
    rescan: () => {
      cursor = 0;
      isAtEnd = false;
      scan += 1;
    },
  };
}
