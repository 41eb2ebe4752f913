import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RowLabel } from '../../../contract/run-results.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { cellKey, rowKey, rowKeyOfCell, slotOfKey } from './keys.ts';
import type { StoredResult } from './results.ts';

/** A row with its results, by their slots in the row, without their details. */
export interface RowWithResults {
  readonly row: number;
  readonly line: number;
  readonly label: RowLabel | null;
  readonly note: string;
  readonly values: readonly string[];
  readonly results: ReadonlyMap<number, StoredResult>;
}

const rowsPerStep = 250;

/** Reads all rows of a run with their results in steps. Other calls get their turn in between. */
export async function* readResults(db: Database, run: number, rows: number, signal: AbortSignal): AsyncGenerator<RowWithResults> {
  for (let first = 1; first <= rows; first += rowsPerStep) {
    signal.throwIfAborted();
    const last = Math.min(rows, first + rowsPerStep - 1);
    const [from, to] = [cellKey(rowKey(run, first), 0), cellKey(rowKey(run, last) + 1, 0) - 1];
    const byRow = Map.groupBy(db.all<StoredResult>('SELECT * FROM result WHERE key BETWEEN ? AND ?', from, to), ({ key }) =>
      rowKeyOfCell(key),
    );
    const stored = db.all<{ key: number; line: number; label: RowLabel | null; note: string | null; data: string }>(
      'SELECT key, line, label, note, data FROM data_row WHERE key BETWEEN ? AND ?',
      rowKey(run, first),
      rowKey(run, last),
    );
    for (const { key, line, label, note, data } of stored) {
      const values = JSON.parse(data) as readonly string[];
      yield { row: key - rowKey(run, 0), line, label, note: note ?? '', values, results: bySlot(byRow.get(key) ?? []) };
    }
    await nextTurn();
  }
}

function bySlot(results: readonly StoredResult[]): ReadonlyMap<number, StoredResult> {
  return new Map(results.map((result) => [slotOfKey(result.key), result]));
}
