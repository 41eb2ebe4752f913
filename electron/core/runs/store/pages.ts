import type { Failure } from '../../../contract/failure.ts';
import type { Recipe } from '../../../contract/run-recipe.ts';
import type { CellSummary, ResultPage, ResultRow, ResultView, RowLabel } from '../../../contract/run-results.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { rowValues } from '../template.ts';
import { cellKey, cellOfSlot, rowKey, slotOfKey, type CellOrder } from './keys.ts';
import type { ResultDetail, StoredResult } from './results.ts';
import { toCellOrder, type RunRow, type RunSource } from './run-record.ts';
import { isWholeTable, readOrder } from './view-order.ts';
import { answerSql } from './view-sql.ts';

/** Reads pages of results. Computes the order of a view once and caches it for further pages. */
export interface Pages {
  readonly read: (run: RunRow, page: { readonly view: ResultView; readonly offset: number; readonly limit: number }) => ResultPage;
  /** Marks the cached orders of a run as outdated. */
  readonly invalidate: (key: number) => void;
  /** Removes the cached orders of a run. */
  readonly drop: (key: number) => void;
}

interface CachedOrder {
  readonly run: number;
  readonly view: string;
  readonly version: number;
  readonly at: number;
  readonly rows: Int32Array;
}

const maxOrders = 4;
/** The maximum age of an outdated order that is still used. Without it, each new result of a running run would cost a sort. */
const maxAgeMs = 1000;
const excerptLength = 300;

export function createPages(db: Database): Pages {
  let orders: readonly CachedOrder[] = [];
  const versions = new Map<number, number>();

  const findOrder = (run: RunRow, source: RunSource, view: ResultView): Int32Array => {
    const text = JSON.stringify(view);
    const version = versions.get(run.key) ?? 0;
    const cached = orders.find((order) => order.run === run.key && order.view === text);
    if (cached && (cached.version === version || performance.now() - cached.at < maxAgeMs)) return cached.rows;
    const rows = readOrder(
      db,
      { key: run.key, rows: run.rows, order: toCellOrder(JSON.parse(run.recipe) as Recipe), columns: source.columns },
      view,
    );
    const others = orders.filter((order) => order !== cached).slice(0, maxOrders - 1);
    orders = [{ run: run.key, view: text, version, at: performance.now(), rows }, ...others];
    return rows;
  };

  return {
    read: (run, { view, offset, limit }) => {
      if (run.source === null) return { total: 0, rows: [] };
      const source = JSON.parse(run.source) as RunSource;
      const order = toCellOrder(JSON.parse(run.recipe) as Recipe);
      if (isWholeTable(view)) {
        const length = Math.max(0, Math.min(limit, run.rows - offset));
        return {
          total: run.rows,
          rows: Array.from({ length }, (_, index) => readPageRow(db, run.key, offset + index + 1, source.columns, order)),
        };
      }
      const rows = findOrder(run, source, view);
      const shown = [...rows.subarray(offset, offset + limit)];
      return { total: rows.length, rows: shown.map((row) => readPageRow(db, run.key, row, source.columns, order)) };
    },
    invalidate: (key) => void versions.set(key, (versions.get(key) ?? 0) + 1),
    drop: (key) => {
      orders = orders.filter(({ run }) => run !== key);
    },
  };
}

function readPageRow(db: Database, run: number, row: number, columns: readonly string[], order: CellOrder): ResultRow {
  const key = rowKey(run, row);
  const stored = db.one<{ line: number; label: RowLabel | null; note: string | null; data: string }>(
    'SELECT line, label, note, data FROM data_row WHERE key = ?',
    key,
  );
  const results = db.all<StoredResult & { readonly short: string }>(
    `SELECT key, state, code, length, first_token_ms, total_ms, completion_tokens, substr(${answerSql('result')}, 1, ${excerptLength}) AS short, fields
     FROM result WHERE key BETWEEN ? AND ?`,
    cellKey(key, 0),
    cellKey(key + 1, 0) - 1,
  );
  const bySlot = new Map(results.map((result) => [slotOfKey(result.key), result]));
  const values = rowValues(columns, stored ? (JSON.parse(stored.data) as readonly string[]) : []);
  return {
    row,
    line: stored?.line ?? 0,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.slice(0, excerptLength)])),
    label: stored?.label ?? null,
    note: stored?.note ?? '',
    cells: Array.from({ length: order.variantIds.length * order.repeats }, (_, slot) =>
      toSummary(db, cellOfSlot(order, slot), bySlot.get(slot)),
    ),
  };
}

function toSummary(
  db: Database,
  cell: Pick<CellSummary, 'variantId' | 'repeat'>,
  result: (StoredResult & { readonly short: string }) | undefined,
): CellSummary {
  if (!result) {
    return {
      ...cell,
      state: 'pending',
      answer: '',
      isShortened: false,
      fields: {},
      failure: null,
      firstTokenMs: null,
      totalMs: null,
      completionTokens: null,
    };
  }
  return {
    ...cell,
    state: result.state,
    answer: result.short,
    isShortened: result.length > excerptLength,
    fields: result.fields === null ? {} : (JSON.parse(result.fields) as CellSummary['fields']),
    failure: result.state === 'done' ? null : readFailure(db, result.key),
    firstTokenMs: result.first_token_ms,
    totalMs: result.total_ms,
    completionTokens: result.completion_tokens,
  };
}

function readFailure(db: Database, key: number): Failure | null {
  const detail = db.one<{ body: string }>('SELECT body FROM detail WHERE key = ?', key);
  return detail ? (JSON.parse(detail.body) as ResultDetail).failure : null;
}
