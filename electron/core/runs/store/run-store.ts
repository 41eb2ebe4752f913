import { ok, type Failed, type Result } from '../../../contract/failure.ts';
import { cancelledCall, fail } from '../../../contract/failures/fail.ts';
import type { Recipe } from '../../../contract/run-recipe.ts';
import type { CellId, ResultPage, ResultView, RowLabel, RunStatistics } from '../../../contract/run-results.ts';
import type { RunExportFormat } from '../../../contract/runs.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import type { CallControl, ServedStore } from '../../shared/sqlite/serve-store.ts';
import { cellsPerRow } from '../../../contract/run-variants.ts';
import type { ImportedTable, TableToImport } from './import-table.ts';
import { findSlot, rowKey } from './keys.ts';
import { createPages, viewTable } from './pages.ts';
import {
  countRetried,
  findPending,
  findRetried,
  insertResults,
  retriedTable,
  retryFailed,
  type DeletedResults,
  type NewResult,
  type PendingRow,
  type PendingSearch,
} from './results.ts';
import {
  findRun,
  insertRun,
  resetInterruptedRuns,
  toCellOrder,
  toRecord,
  updateRun,
  type RunChange,
  type RunRecord,
  type RunRow,
} from './run-record.ts';
import { copyRows, countResults, deleteResults, deleteRows, readCell, readRow, type StoredCell, type StoredRow } from './run-rows.ts';

/** The results of a batch, and the requests made since the last one. */
export interface ResultBatch {
  readonly id: string;
  readonly results: readonly NewResult[];
  readonly requests: number;
  readonly refused: number;
  /** Tokens spent since the last batch, also by answers without a result. */
  readonly tokens: number;
  readonly runningMs: number;
}

/** The operations of the run store, on the worker's thread. */
export interface RunStore {
  /** Newest first. */
  readonly list: () => Result<readonly RunRecord[]>;
  readonly read: (id: string) => Result<RunRecord>;
  readonly create: (run: { readonly id: string; readonly recipe: Recipe; readonly fingerprint: string | null }) => Result<RunRecord>;
  readonly findByFingerprint: (fingerprint: string) => Result<RunRecord | null>;
  /** Creates a draft with the recipe and rows of a run. */
  readonly duplicate: (run: { readonly id: string; readonly newId: string }, control: CallControl) => Promise<Result<RunRecord>>;
  /**
   * Changes the recipe, and makes a draft without results of the run if `dropsResults`. Its `data` stays, because the caller may have
   * read the recipe before the table.
   */
  readonly changeRecipe: (change: { readonly id: string; readonly recipe: Recipe; readonly dropsResults: boolean }) => Result<RunRecord>;
  /** Changes only `data` of the recipe, because the user may have changed the rest during the import. */
  readonly changeData: (change: { readonly id: string; readonly data: NonNullable<Recipe['data']> }) => Result<RunRecord>;
  readonly change: (change: { readonly id: string; readonly change: RunChange }) => Result<RunRecord>;
  readonly delete: (id: string, control: CallControl) => Promise<Result<undefined>>;
  readonly importTable: (table: TableToImport & { readonly id: string }, control: CallControl) => Promise<Result<ImportedTable>>;
  readonly row: (row: { readonly id: string; readonly row: number }) => Result<StoredRow>;
  /** Returns rows with cells that have no result; only those of a retry if `isRetry`. */
  readonly pending: (search: PendingSearch & { readonly id: string; readonly isRetry: boolean }) => Result<readonly PendingRow[]>;
  /** Counts the cells without a result in the rows up to a last one, or those of a retry. */
  readonly countPending: (search: { readonly id: string; readonly lastRow: number; readonly isRetry: boolean }) => Result<number>;
  /** Saves results in one transaction. They are on disk when it returns. */
  readonly saveResults: (batch: ResultBatch) => Result<undefined>;
  /**
   * Makes failed and invalid cells pending again: one, or all if `cell` is null. Returns what they had added to the run. `isNew` says
   * that they are a new retry, not further cells of one in progress.
   */
  readonly retry: (retry: { readonly id: string; readonly cell: CellId | null; readonly isNew: boolean }) => Result<DeletedResults>;
  readonly page: (page: {
    readonly id: string;
    readonly view: ResultView;
    readonly offset: number;
    readonly limit: number;
  }) => Result<ResultPage>;
  readonly cell: (cell: { readonly id: string; readonly cell: CellId }) => Result<StoredCell>;
  readonly label: (label: {
    readonly id: string;
    readonly row: number;
    readonly label: RowLabel | null;
    readonly note: string;
  }) => Result<undefined>;
  readonly statistics: (id: string, control: CallControl) => Promise<Result<RunStatistics>>;
  readonly exportTo: (
    target: { readonly id: string; readonly format: RunExportFormat; readonly file: string },
    control: CallControl,
  ) => Promise<Result<undefined>>;
}

/** Creates the store over an open database. Loads the readers of tables, exports and statistics at their first use, so that it opens fast. */
export function createRunStore(db: Database, now: () => number): ServedStore<undefined> & { readonly store: RunStore } {
  db.exec(retriedTable);
  db.exec(viewTable);
  const withRun = <R>(id: string, work: (run: RunRow) => R): R | Failed => {
    const run = findRun(db, id);
    return run ? work(run) : fail('run-not-found');
  };
  /** Does work that changes a run, in a transaction. */
  const changeRun = <T>(id: string, work: (run: RunRow) => Result<T>): Result<T> => db.transaction(() => withRun(id, work));
  const read = (id: string): Result<RunRecord> => withRun(id, (run) => ok(toRecord(db, run)));
  const pages = createPages(db);
  const saveRecipe = (id: string, key: number, recipe: Recipe): Result<RunRecord> => {
    db.run('UPDATE run SET recipe = ? WHERE key = ?', JSON.stringify(recipe), key);
    pages.drop(key);
    return read(id);
  };

  const store: RunStore = {
    list: () => ok(db.all<RunRow>('SELECT * FROM run ORDER BY key DESC').map((row) => toRecord(db, row))),
    read,
    create: (run) =>
      db.transaction(() => {
        insertRun(db, run, now());
        return read(run.id);
      }),
    findByFingerprint: (fingerprint) => {
      const row = db.one<RunRow>('SELECT * FROM run WHERE fingerprint = ? ORDER BY key DESC LIMIT 1', fingerprint);
      return ok(row ? toRecord(db, row) : null);
    },
    duplicate: async ({ id, newId }, { signal }) =>
      withRun(id, async (source) => {
        const created = db.transaction(() => {
          insertRun(db, { id: newId, recipe: parseRecipe(source), fingerprint: null }, now());
          db.run('UPDATE run SET is_reading = 1 WHERE id = ?', newId);
          return withRun(newId, ok);
        });
        if (!created.ok) return created;
        const { key } = created.value;
        if (!(await copyRows(db, source, key, signal))) return cancelledCall;
        db.run('UPDATE run SET rows = ?, source = ?, is_reading = 0 WHERE id = ?', source.rows, source.source, newId);
        return read(newId);
      }),
    changeRecipe: ({ id, recipe, dropsResults }) =>
      changeRun(id, (run) => {
        const { key } = run;
        if (dropsResults) {
          deleteResults(db, key);
          db.run("UPDATE run SET state = 'draft', reason = NULL, is_dry_run = 0, started_at = NULL, ended_at = NULL WHERE key = ?", key);
        }
        return saveRecipe(id, key, { ...recipe, data: parseRecipe(run).data });
      }),
    changeData: ({ id, data }) => changeRun(id, (run) => saveRecipe(id, run.key, { ...parseRecipe(run), data })),
    change: ({ id, change }) =>
      changeRun(id, (run) => {
        updateRun(db, run, change);
        return read(id);
      }),
    delete: async (id) =>
      withRun(id, async ({ key }) => {
        await deleteRows(db, key);
        db.run('DELETE FROM run WHERE key = ?', key);
        pages.drop(key);
        return ok(undefined);
      }),
    importTable: async ({ id, ...table }, control) => {
      const { importTable } = await import('./import-table.ts');
      return withRun(id, (run) => {
        pages.drop(run.key);
        return importTable(db, run, table, control);
      });
    },
    row: ({ id, row }) => withRun(id, ({ key }) => readRow(db, key, row)),
    pending: ({ id, isRetry, ...search }) =>
      withRun(id, (run) =>
        ok(isRetry ? findRetried(db, run.key, search) : findPending(db, run.key, cellsPerRow(parseRecipe(run)), search)),
      ),
    countPending: ({ id, lastRow, isRetry }) =>
      withRun(id, (run) => {
        if (isRetry) return ok(countRetried(db, run.key));
        const rows = Math.min(run.rows, lastRow);
        return ok(rows * cellsPerRow(parseRecipe(run)) - countResults(db, run.key, rows));
      }),
    saveResults: ({ id, results, requests, refused, tokens, runningMs }) =>
      changeRun(id, ({ key }) => {
        insertResults(db, key, results);
        db.run(
          'UPDATE run SET requests = requests + ?, refused = refused + ?, spent_tokens = spent_tokens + ?, running_ms = ? WHERE key = ?',
          requests,
          refused,
          tokens,
          runningMs,
          key,
        );
        pages.invalidate(key);
        return ok(undefined);
      }),
    retry: ({ id, cell, isNew }) =>
      changeRun(id, (run) => {
        const slot = cell === null ? undefined : findSlot(toCellOrder(parseRecipe(run)), cell);
        if (cell !== null && slot === undefined) return fail('run-cell-not-found');
        pages.invalidate(run.key);
        return ok(retryFailed(db, run.key, cell === null || slot === undefined ? null : { row: cell.row, slot }, isNew));
      }),
    page: ({ id, ...page }) => withRun(id, (run) => ok(pages.read(run, page))),
    cell: ({ id, cell }) =>
      withRun(id, (run) => {
        const slot = findSlot(toCellOrder(parseRecipe(run)), cell);
        return slot === undefined ? fail('run-cell-not-found') : readCell(db, run.key, cell.row, slot);
      }),
    label: ({ id, row, label, note }) =>
      changeRun(id, ({ key }) => {
        const changed = db.run('UPDATE data_row SET label = ?, note = ? WHERE key = ?', label, note === '' ? null : note, rowKey(key, row));
        pages.invalidate(key);
        return changed === 0 ? fail('run-row-not-found') : ok(undefined);
      }),
    statistics: async (id, { signal }) => {
      const { computeStatistics } = await import('./run-statistics.ts');
      return withRun(id, (run) => computeStatistics(db, run.key, toRecord(db, run), signal));
    },
    exportTo: async ({ id, format, file }, { signal }) => {
      const { exportRun } = await import('./export-run.ts');
      return withRun(id, (run) => exportRun(db, run.key, toRecord(db, run), { format, file }, signal));
    },
  };

  return {
    store,
    takeChanges: () => undefined,
    cleanUp: () => {
      if (!db.isReadOnly) resetInterruptedRuns(db);
    },
  };
}

function parseRecipe({ recipe }: RunRow): Recipe {
  return JSON.parse(recipe) as Recipe;
}
