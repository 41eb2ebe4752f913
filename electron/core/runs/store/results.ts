import type { Timings, ToolCall, Usage } from '../../../contract/answer.ts';
import type { Failure, FailureCode } from '../../../contract/failure.ts';
import type { CellState } from '../../../contract/run-results.ts';
import type { Token } from '../../../contract/tokens.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { cellKey, cellRange, rowKey, rowKeyOfCell, rowKeySql, rowOfKey, rowRange, slotOfKey, slotSql } from './keys.ts';
import type { RunRecord } from './run-record.ts';

/** A result to be saved. `slot` is the place of its cell in the row. */
export interface NewResult {
  readonly row: number;
  readonly slot: number;
  readonly state: Exclude<CellState, 'pending'>;
  readonly answer: string;
  readonly fields: Readonly<Record<string, string>> | null;
  readonly detail: ResultDetail;
}

/** The part of a result that is read only with the whole cell. */
export interface ResultDetail {
  readonly reasoning: string;
  /** Missing if the model called no tool. */
  readonly toolCalls?: readonly Pick<ToolCall, 'id' | 'name' | 'arguments'>[];
  /** The tokens with their log probabilities. Missing if the service sent none. */
  readonly logprobs?: readonly Token[];
  readonly failure: Failure | null;
  readonly usage: Usage | null;
  readonly timings: Timings | null;
  readonly finish: string | null;
  readonly attempts: number;
  readonly isRepaired: boolean;
  readonly notes: readonly string[];
  readonly address: string | null;
  readonly answeredAt: number;
}

/** The detail of a cell that was not answered. */
export const emptyDetail: Omit<ResultDetail, 'answeredAt'> = {
  reasoning: '',
  failure: null,
  usage: null,
  timings: null,
  finish: null,
  attempts: 0,
  isRepaired: false,
  notes: [],
  address: null,
};

/** A result with its detail. Null if it has none. */
export interface ResultWithDetail extends StoredResult {
  readonly detail: ResultDetail | null;
}

/** A result as it is stored, without its detail. */
export interface StoredResult {
  readonly key: number;
  readonly state: Exclude<CellState, 'pending'>;
  readonly code: string | null;
  readonly length: number;
  readonly first_token_ms: number | null;
  readonly total_ms: number | null;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly answer: string;
  readonly fields: string | null;
}

/** A cell without a result. */
export interface PendingCell {
  readonly row: number;
  readonly slot: number;
}

/** A row with its cells that have no result. */
export interface PendingRow {
  readonly row: number;
  readonly values: readonly string[];
  readonly slots: readonly number[];
}

/** Inserts results in the running transaction, and updates the counters of the run. Ignores a result that is already stored. */
export function insertResults(db: Database, run: number, results: readonly NewResult[]): void {
  let [done, failed, promptTokens, completionTokens] = [0, 0, 0, 0];
  for (const { row, slot, state, answer, fields, detail } of results) {
    const key = cellKey(rowKey(run, row), slot);
    const inserted = db.run(
      `INSERT INTO result (key, state, code, length, first_token_ms, total_ms, prompt_tokens, completion_tokens, answer, fields)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      key,
      state,
      detail.failure?.code ?? null,
      answer.trim().length, // what is shown and compared
      detail.timings?.firstTokenMs ?? null,
      detail.timings?.totalMs ?? null,
      detail.usage?.promptTokens ?? null,
      detail.usage?.completionTokens ?? null,
      answer,
      fields === null ? null : JSON.stringify(fields),
    );
    if (inserted === 0) continue;
    db.run('INSERT INTO detail (key, body) VALUES (?, ?)', key, JSON.stringify(detail));
    if (state === 'done') done += 1;
    else failed += 1;
    promptTokens += detail.usage?.promptTokens ?? 0;
    completionTokens += detail.usage?.completionTokens ?? 0;
  }
  db.run(
    `UPDATE run SET done = done + ?, failed = failed + ?, prompt_tokens = prompt_tokens + ?, completion_tokens = completion_tokens + ?
     WHERE key = ?`,
    done,
    failed,
    promptTokens,
    completionTokens,
    run,
  );
}

/** Reads the details of cells from one key to another, as they are stored. */
export function readDetails(db: Database, from: number, to: number): ReadonlyMap<number, string> {
  const stored = db.all<{ key: number; body: string }>('SELECT key, body FROM detail WHERE key BETWEEN ? AND ?', from, to);
  return new Map(stored.map(({ key, body }) => [key, body]));
}

/** Rows per step of the scan. */
const scannedRows = 256;
/** Characters of rows that are returned at once, unless the first has more. A row may have millions. */
const maxPendingLength = 4 * 1024 * 1024;

export interface PendingSearch {
  readonly after: number;
  readonly lastRow: number;
  readonly limit: number;
}

/** Returns the next rows after a row that have cells without a result. */
export function findPending(db: Database, run: number, cells: number, { after, lastRow, limit }: PendingSearch): readonly PendingRow[] {
  const pending: PendingRow[] = [];
  const end = Math.min(rowRange(run).to, rowKey(run, lastRow));
  let [found, length] = [0, 0];
  for (let from = rowKey(run, after) + 1; from <= end && found < limit && length < maxPendingLength; from += scannedRows) {
    const to = Math.min(end, from + scannedRows - 1);
    const keys = db.all<{ key: number }>('SELECT key FROM result WHERE key BETWEEN ? AND ?', cellKey(from, 0), cellKey(to + 1, 0) - 1);
    if (keys.length === (to - from + 1) * cells) continue; // all of them have their results
    const answered = new Map<number, Set<number>>();
    for (const { key } of keys) {
      const row = rowKeyOfCell(key);
      answered.set(row, (answered.get(row) ?? new Set()).add(slotOfKey(key)));
    }
    for (const { key, data } of db.each<{ key: number; data: string }>(
      'SELECT key, data FROM data_row WHERE key BETWEEN ? AND ?',
      from,
      to,
    )) {
      const has = answered.get(key);
      const slots = Array.from({ length: cells }, (_, slot) => slot).filter((slot) => !has?.has(slot));
      if (slots.length === 0) continue;
      if (found >= limit || length >= maxPendingLength) break;
      pending.push({ row: rowOfKey(key), values: JSON.parse(data) as readonly string[], slots });
      found += slots.length;
      length += data.length;
    }
  }
  return pending;
}

/** The cells of a retry. Only this process uses them, because after a crash a run continues with all cells without a result. */
export const retriedTable = 'CREATE TEMP TABLE retried (key INTEGER PRIMARY KEY) STRICT';
const isRetried = 'retried.key BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM result WHERE result.key = retried.key)';

/** Returns the next rows after a row that have cells to retry. */
export function findRetried(db: Database, run: number, { after, limit }: PendingSearch): readonly PendingRow[] {
  const pending: PendingRow[] = [];
  let [found, length] = [0, 0];
  for (const { key, data, slots } of db.each<{ key: number; data: string; slots: string }>(
    `SELECT data_row.key, data, json_group_array(${slotSql('retried.key')}) AS slots
     FROM retried JOIN data_row ON data_row.key = ${rowKeySql('retried.key')} WHERE ${isRetried} GROUP BY data_row.key ORDER BY data_row.key`,
    cellKey(rowKey(run, after + 1), 0),
    cellRange(run).to,
  )) {
    const row = { row: rowOfKey(key), values: JSON.parse(data) as readonly string[], slots: JSON.parse(slots) as readonly number[] };
    pending.push(row);
    found += row.slots.length;
    length += data.length;
    if (found >= limit || length >= maxPendingLength) break;
  }
  return pending;
}

/** Counts the cells of a retry that have no result yet. */
export function countRetried(db: Database, run: number): number {
  const { from, to } = cellRange(run);
  return db.one<{ count: number }>(`SELECT count(*) AS count FROM retried WHERE ${isRetried}`, from, to)?.count ?? 0;
}

/** What results that were deleted had added to their run. */
export type DeletedResults = Pick<RunRecord, 'failed' | 'promptTokens' | 'completionTokens' | 'failures'>;

/** Deletes failed and invalid results, or one of them, and adds their cells to those of the retry. `isNew` forgets those of an earlier one. */
export function retryFailed(db: Database, run: number, cell: PendingCell | null, isNew: boolean): DeletedResults {
  const range = cellRange(run);
  if (isNew) db.run('DELETE FROM retried WHERE key BETWEEN ? AND ?', range.from, range.to);
  const key = cell === null ? null : cellKey(rowKey(run, cell.row), cell.slot);
  const [from, to] = key === null ? [range.from, range.to] : [key, key];
  const failures = db.all<{ code: FailureCode; count: number; prompt: number; completion: number }>(
    `SELECT code, count(*) AS count, coalesce(sum(prompt_tokens), 0) AS prompt, coalesce(sum(completion_tokens), 0) AS completion
     FROM result WHERE state <> 'done' AND key BETWEEN ? AND ? GROUP BY code`,
    from,
    to,
  );
  const deleted: DeletedResults = {
    failed: sum(failures.map(({ count }) => count)),
    promptTokens: sum(failures.map(({ prompt }) => prompt)),
    completionTokens: sum(failures.map(({ completion }) => completion)),
    failures: failures.map(({ code, count }) => ({ code, count })),
  };
  db.run("INSERT OR IGNORE INTO retried SELECT key FROM result WHERE state <> 'done' AND key BETWEEN ? AND ?", from, to);
  db.run("DELETE FROM detail WHERE key IN (SELECT key FROM result WHERE state <> 'done' AND key BETWEEN ? AND ?)", from, to);
  db.run("DELETE FROM result WHERE state <> 'done' AND key BETWEEN ? AND ?", from, to);
  db.run(
    'UPDATE run SET failed = failed - ?, prompt_tokens = prompt_tokens - ?, completion_tokens = completion_tokens - ? WHERE key = ?',
    deleted.failed,
    deleted.promptTokens,
    deleted.completionTokens,
    run,
  );
  return deleted;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
