import { ok } from '../../contract/failure.ts';
import type { CellId } from '../../contract/run-results.ts';
import type { RemoteStore } from '../shared/sqlite/worker-client.ts';
import type { RunDriverOptions } from './run-driver.ts';
import { findSlot } from './store/keys.ts';
import { toCellOrder, type RunRecord } from './store/run-record.ts';
import type { RunStore } from './store/run-store.ts';

/** Returns a function that fetches the pending rows of a run, or only the row of one cell. */
export function createFetch(
  store: Pick<RemoteStore<RunStore>, 'pending' | 'row'>,
  { id, recipe }: RunRecord,
  cell: CellId | null,
  lastRow: number,
): RunDriverOptions['fetch'] {
  if (!cell) return (after, limit) => store.pending({ id, after, lastRow, limit });
  const slot = findSlot(toCellOrder(recipe), cell);
  return async (after) => {
    if (after >= cell.row) return ok([]);
    const found = await store.row({ id, row: cell.row });
    return found.ok ? ok([{ row: cell.row, values: found.value.values, slots: slot === undefined ? [] : [slot] }]) : found;
  };
}
