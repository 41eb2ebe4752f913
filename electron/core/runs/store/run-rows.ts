import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { cellKey, cellRange, rowKey, rowOfKey, rowRange, type KeyRange } from './keys.ts';
import type { ResultDetail, StoredResult } from './results.ts';

/** A row with the values of its columns. */
export interface StoredRow {
  readonly row: number;
  readonly line: number;
  readonly values: readonly string[];
}

/** A cell as it is stored. Result and detail are null while it is pending. */
export interface StoredCell {
  readonly row: StoredRow;
  readonly result: StoredResult | null;
  readonly detail: ResultDetail | null;
}

/** Rows per step of a long operation. Other calls get their turn in between. */
const rowsPerStep = 20_000;

export function readRow(db: Database, run: number, row: number): Result<StoredRow> {
  const found = db.one<{ line: number; data: string }>('SELECT line, data FROM data_row WHERE key = ?', rowKey(run, row));
  return found ? ok({ row, line: found.line, values: JSON.parse(found.data) as readonly string[] }) : fail('run-row-not-found');
}

export function readCell(db: Database, run: number, row: number, slot: number): Result<StoredCell> {
  const storedRow = readRow(db, run, row);
  if (!storedRow.ok) return storedRow;
  const key = cellKey(rowKey(run, row), slot);
  const result = db.one<StoredResult>('SELECT * FROM result WHERE key = ?', key) ?? null;
  const detail = db.one<{ body: string }>('SELECT body FROM detail WHERE key = ?', key);
  return ok({ row: storedRow.value, result, detail: detail ? (JSON.parse(detail.body) as ResultDetail) : null });
}

/** Returns the first rows up to a last one whose value in a column isn't empty, with that value. */
export function readColumn(
  db: Database,
  run: number,
  { column, lastRow, limit }: { readonly column: number; readonly lastRow: number; readonly limit: number },
): readonly { readonly row: number; readonly value: string }[] {
  const found = db.all<{ key: number; value: string }>(
    `SELECT key, value FROM (SELECT key, json_extract(data, '$[' || CAST(? AS INTEGER) || ']') AS value FROM data_row WHERE key BETWEEN ? AND ?)
     WHERE trim(value) <> '' LIMIT ?`,
    column,
    rowKey(run, 1),
    rowKey(run, lastRow),
    limit,
  );
  return found.map(({ key, value }) => ({ row: rowOfKey(key), value }));
}

/** Counts the results of a run in its rows up to a last one. */
export function countResults(db: Database, run: number, lastRow: number): number {
  const { from } = cellRange(run);
  const to = cellKey(rowKey(run, lastRow) + 1, 0) - 1;
  return db.one<{ count: number }>('SELECT count(*) AS count FROM result WHERE key BETWEEN ? AND ?', from, to)?.count ?? 0;
}

/** Deletes the results of a run in one statement, and resets its counters. */
export function deleteResults(db: Database, run: number): void {
  const { from, to } = cellRange(run);
  db.run('DELETE FROM detail WHERE key BETWEEN ? AND ?', from, to);
  db.run('DELETE FROM result WHERE key BETWEEN ? AND ?', from, to);
  db.run(
    `UPDATE run SET done = 0, failed = 0, prompt_tokens = 0, completion_tokens = 0, requests = 0, refused = 0, spent_tokens = 0,
       running_ms = 0 WHERE key = ?`,
    run,
  );
}

/** Deletes the rows and results of a run in steps, because many rows would block the thread. */
export async function deleteRows(db: Database, run: number): Promise<void> {
  for (const table of ['detail', 'result']) await deleteInSteps(db, table, cellRange(run));
  await deleteInSteps(db, 'data_row', rowRange(run));
  deleteResults(db, run);
}

async function deleteInSteps(db: Database, table: string, { from, to }: KeyRange): Promise<void> {
  for (;;) {
    const deleted = db.run(
      `DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE key BETWEEN ? AND ? LIMIT ${rowsPerStep})`,
      from,
      to,
    );
    if (deleted < rowsPerStep) return;
    await nextTurn();
  }
}

/** Copies the rows of one run to another in steps, without labels and notes. Returns false if the signal aborted it. */
export async function copyRows(
  db: Database,
  { key: source, rows }: { readonly key: number; readonly rows: number },
  target: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { from, to } = rowRange(source);
  const keyOffset = rowRange(target).from - from;
  for (let first = from; first <= Math.min(to, from + rows); first += rowsPerStep) {
    if (signal.aborted) return false;
    db.run(
      'INSERT INTO data_row (key, line, data) SELECT key + ?, line, data FROM data_row WHERE key BETWEEN ? AND ?',
      keyOffset,
      first,
      Math.min(to, first + rowsPerStep - 1),
    );
    await nextTurn();
  }
  return true;
}
