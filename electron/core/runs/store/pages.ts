import type { Failure } from '../../../contract/failure.ts';
import type { Recipe } from '../../../contract/run-recipe.ts';
import type { CellSummary, ResultPage, ResultRow, ResultView, RowLabel } from '../../../contract/run-results.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { rowValues } from '../template.ts';
import { cellKey, cellOfSlot, rowKey, rowOfKey, slotOfKey, type CellOrder } from './keys.ts';
import type { ResultDetail, StoredResult } from './results.ts';
import { toCellOrder, type RunRow, type RunSource } from './run-record.ts';
import { answerSql, orderSql, type ViewedRun } from './view-sql.ts';

/** A part of a view. */
export interface ViewPage {
  readonly view: ResultView;
  readonly offset: number;
  readonly limit: number;
}

/** The rows of the last view, in its order. The table is in a file, so that it takes no memory. */
export const viewTable = 'CREATE TEMP TABLE view_row (position INTEGER PRIMARY KEY, key INTEGER NOT NULL) STRICT';

/** The maximum age of an outdated order that is still used. Without it, each new result of a running run would cost a sort. */
const maxAgeMs = 1000;
const excerptLength = 300;

/** Reads pages of results. The order of a view is computed once, and kept while the user pages through it. */
export function createPages(db: Database) {
  let last: { readonly run: number; readonly view: string; readonly at: number; readonly total: number; isOutdated: boolean } | undefined;

  /** Sorts and filters the rows of a view, unless they are still those of the last page. Returns their number. */
  const openView = (run: ViewedRun, view: ResultView): number => {
    const text = JSON.stringify(view);
    const isLast = last?.run === run.key && last.view === text;
    if (last && isLast && (!last.isOutdated || performance.now() - last.at < maxAgeMs)) return last.total;
    last = undefined;
    db.run('DELETE FROM view_row');
    const { text: order, values } = orderSql(db, run, view);
    const total = db.run(`INSERT INTO view_row (key) ${order}`, ...values);
    last = { run: run.key, view: text, at: performance.now(), total, isOutdated: false };
    return total;
  };

  return {
    read: (run: RunRow, { view, offset, limit }: ViewPage): ResultPage => {
      if (run.source === null) return { total: 0, rows: [] };
      const { columns } = JSON.parse(run.source) as RunSource;
      const order = toCellOrder(JSON.parse(run.recipe) as Recipe);
      const isWhole = isWholeTable(view);
      const total = isWhole ? run.rows : openView({ key: run.key, order, columns }, view);
      const keys = isWhole
        ? Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => rowKey(run.key, offset + index + 1))
        : db.all<{ key: number }>('SELECT key FROM view_row WHERE position > ? LIMIT ?', offset, limit).map(({ key }) => key);
      return { total, rows: keys.map((key) => readPageRow(db, key, columns, order)) };
    },
    /** Marks the order of a run's view as outdated. */
    invalidate: (run: number): void => {
      if (last?.run === run) last.isOutdated = true;
    },
    /** Forgets the order of a run's view. */
    drop: (run: number): void => {
      if (last?.run === run) last = undefined;
    },
  };
}

/** Returns whether a view is the whole table in its own order. */
function isWholeTable({ sort, filters }: ResultView): boolean {
  return filters.length === 0 && (sort === null || (sort.column.kind === 'row' && !sort.isDescending));
}

function readPageRow(db: Database, key: number, columns: readonly string[], order: CellOrder): ResultRow {
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
    row: rowOfKey(key),
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
