import { ok, type Result } from '../../contract/failure.ts';
import type { PendingRow } from './store/results.ts';

/** A cell to be asked, with what happened to it so far. */
export interface QueuedCell {
  readonly row: number;
  readonly slot: number;
  readonly values: readonly string[];
  /** Requests that ended without a result. */
  tries: number;
  refusals: number;
  losses: number;
}

/** The cells of a run that are to be asked, in the order of the table. Only a few are in memory. */
export interface CellQueue {
  /** Returns the next cell; undefined if there is none. */
  readonly take: () => Promise<Result<QueuedCell | undefined>>;
  /** Puts a cell back, behind the others that were put back. */
  readonly putBack: (cell: QueuedCell) => void;
  /** A cell has its result. */
  readonly settle: (cell: QueuedCell) => void;
  /** Looks through the whole table once more, because cells have lost their results. */
  readonly rescan: () => void;
}

/** Enough for a part of a second of the fastest run; more would only be held in memory. */
const fetched = 256;
/** With fewer left the next ones are fetched, because the store may be busy with results. */
const fewLeft = 192;

export function createCellQueue(fetch: (after: number, limit: number) => Promise<Result<readonly PendingRow[]>>): CellQueue {
  const again: QueuedCell[] = [];
  let buffer: QueuedCell[] = [];
  let next = 0;
  let [cursor, isAtEnd, scan] = [0, false, 0];
  let fetching: Promise<Result<undefined>> | undefined;
  /** Cells that are buffered or under way, which a second look must not find again. */
  const taken = new Set<number>();
  const keyOf = ({ row, slot }: Pick<QueuedCell, 'row' | 'slot'>): number => row * 256 + slot;

  const refill = async (): Promise<Result<undefined>> => {
    const scanned = scan;
    const found = await fetch(cursor, fetched);
    if (!found.ok) return found;
    if (scanned !== scan) return ok(undefined); // found again from the start
    buffer = buffer.slice(next);
    next = 0;
    for (const { row, values, slots } of found.value) {
      cursor = row;
      for (const slot of slots) {
        const cell = { row, slot, values, tries: 0, refusals: 0, losses: 0 };
        if (taken.has(keyOf(cell))) continue;
        taken.add(keyOf(cell));
        buffer.push(cell);
      }
    }
    isAtEnd = found.value.length === 0;
    return ok(undefined);
  };

  const fetchMore = (): Promise<Result<undefined>> => (fetching ??= refill().finally(() => (fetching = undefined)));

  const take = async (): Promise<Result<QueuedCell | undefined>> => {
    for (;;) {
      const cell = buffer[next];
      // those that were put back wait until a new one had its turn, so that a bad one does not block the rest
      const chosen = again.length > 0 && (cell === undefined || again.length > 8) ? again.shift() : cell;
      if (chosen !== undefined) {
        if (chosen === cell) next += 1;
        // a failure shows again once there is nothing left
        if (!isAtEnd && buffer.length - next < fewLeft) void fetchMore();
        return ok(chosen);
      }
      if (isAtEnd) return ok(undefined);
      const refilled = await fetchMore();
      if (!refilled.ok) return refilled;
    }
  };

  return {
    take,
    putBack: (cell) => void again.push(cell),
    settle: (cell) => void taken.delete(keyOf(cell)),
    rescan: () => {
      cursor = 0;
      isAtEnd = false;
      scan += 1;
    },
  };
}
