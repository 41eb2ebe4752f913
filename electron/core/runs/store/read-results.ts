import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RowLabel } from '../../../contract/run-results.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { cellKey, rowKey, rowKeyOfCell, slotOfKey } from './keys.ts';
import type { ResultDetail, StoredResult } from './results.ts';

/** A row with its results, by their slots in the row. */
export interface RowWithResults {
  readonly row: number;
  readonly line: number;
  readonly label: RowLabel | null;
  readonly note: string;
  readonly values: readonly string[];
  readonly results: ReadonlyMap<number, ResultWithDetail>;
}

export interface ResultWithDetail extends StoredResult {
  readonly detail: ResultDetail | null;
}

const rowsPerStep = 250;

/** Reads all rows of a run with their results in steps. Other calls get their turn in between. */
export async function* readResults(
  db: Database,
  run: number,
  rows: number,
  { withDetails, signal }: { readonly withDetails: boolean; readonly signal: AbortSignal },
): AsyncGenerator<RowWithResults> {
  for (let first = 1; first <= rows; first += rowsPerStep) {
    signal.throwIfAborted();
    const last = Math.min(rows, first + rowsPerStep - 1);
    const [from, to] = [cellKey(rowKey(run, first), 0), cellKey(rowKey(run, last) + 1, 0) - 1];
    const found = db.all<StoredResult & { readonly body: string | null }>(
      withDetails
        ? 'SELECT result.*, detail.body FROM result LEFT JOIN detail USING (key) WHERE key BETWEEN ? AND ?'
        : 'SELECT *, NULL AS body FROM result WHERE key BETWEEN ? AND ?',
      from,
      to,
    );
    const byRow = new Map<number, Map<number, ResultWithDetail>>();
    for (const { body, ...result } of found) {
      const key = rowKeyOfCell(result.key);
      const inRow = byRow.get(key) ?? new Map<number, ResultWithDetail>();
      byRow.set(key, inRow.set(slotOfKey(result.key), { ...result, detail: body === null ? null : (JSON.parse(body) as ResultDetail) }));
    }
    const stored = db.all<{ key: number; line: number; label: RowLabel | null; note: string | null; data: string }>(
      'SELECT key, line, label, note, data FROM data_row WHERE key BETWEEN ? AND ?',
      rowKey(run, first),
      rowKey(run, last),
    );
    for (const { key, line, label, note, data } of stored) {
      const values = JSON.parse(data) as readonly string[];
      yield { row: key - rowKey(run, 0), line, label, note: note ?? '', values, results: byRow.get(key) ?? noResults };
    }
    await nextTurn();
  }
}

const noResults: ReadonlyMap<number, ResultWithDetail> = new Map();
