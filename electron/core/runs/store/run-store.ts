import { ok, type Failed, type Result } from '../../../contract/failure.ts';
import { cancelledCall, fail } from '../../../contract/failures/fail.ts';
import type { Recipe } from '../../../contract/run-recipe.ts';
import type { CheckedInput } from '../../../contract/routes.ts';
import type { CellId } from '../../../contract/run-results.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import type { CallControl } from '../../shared/sqlite/serve-store.ts';
import { cellsPerRow } from '../../../contract/run-variants.ts';
import type { ExportTarget } from './export-run.ts';
import type { TableToImport } from './import-table.ts';
import { findSlot, rowKey } from './keys.ts';
import { createPages, viewTable, type ViewPage } from './pages.ts';
import {
  countRetried,
  findPending,
  findRetried,
  insertResults,
  retriedTable,
  retryFailed,
  type DeletedResults,
  type NewResult,
  type PendingSearch,
} from './results.ts';
import {
  findRun,
  insertRun,
  resetInterruptedRuns,
  selectRuns,
  toCellOrder,
  toRecord,
  updateRun,
  type NewRun,
  type RunChange,
  type RunRecord,
  type RunRow,
} from './run-record.ts';
import { copyRows, countResults, deleteResults, deleteRows, readCell, readColumn, readRow } from './run-rows.ts';

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
export type RunStore = ReturnType<typeof createRunStore>['store'];

/** Creates the store over an open database. Loads the readers of tables, exports and statistics at their first use, so that it opens fast. */
export function createRunStore(db: Database, now: () => number) {
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

  const store = {
    /** Newest first. */
    list: (): Result<readonly RunRecord[]> => ok(db.all<RunRow>(`${selectRuns} ORDER BY key DESC`).map((row) => toRecord(db, row))),
    read,
    create: (run: NewRun) =>
      db.transaction(() => {
        insertRun(db, run, now());
        return read(run.id);
      }),
    findByFingerprint: (fingerprint: string): Result<RunRecord | null> => {
      const row = db.one<RunRow>(`${selectRuns} WHERE fingerprint = ? ORDER BY key DESC LIMIT 1`, fingerprint);
      return ok(row ? toRecord(db, row) : null);
    },
    /** Creates a draft with the recipe and rows of a run. */
    duplicate: async ({ id, newId }: { readonly id: string; readonly newId: string }, { signal }: CallControl) =>
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
    /**
     * Changes the recipe, and makes a draft without results of the run if `dropsResults`. Its `data` stays, because the caller may have
     * read the recipe before the table.
     */
    changeRecipe: ({ id, recipe, dropsResults }: { readonly id: string; readonly recipe: Recipe; readonly dropsResults: boolean }) =>
      changeRun(id, (run) => {
        const { key } = run;
        if (dropsResults) {
          deleteResults(db, key);
          db.run("UPDATE run SET state = 'draft', reason = NULL, is_dry_run = 0, started_at = NULL, ended_at = NULL WHERE key = ?", key);
        }
        return saveRecipe(id, key, { ...recipe, data: parseRecipe(run).data });
      }),
    /** Changes only `data` of the recipe, because the user may have changed the rest during the import. */
    changeData: ({ id, data }: { readonly id: string; readonly data: Recipe['data'] }) =>
      changeRun(id, (run) => saveRecipe(id, run.key, { ...parseRecipe(run), data })),
    change: ({ id, change }: { readonly id: string; readonly change: RunChange }) =>
      changeRun(id, (run) => {
        updateRun(db, run, change);
        return read(id);
      }),
    delete: async (id: string) =>
      withRun(id, async ({ key }) => {
        await deleteRows(db, key);
        db.run('DELETE FROM run WHERE key = ?', key);
        pages.drop(key);
        return ok(undefined);
      }),
    importTable: async ({ id, ...table }: TableToImport & { readonly id: string }, control: CallControl) => {
      const { importTable } = await import('./import-table.ts');
      return withRun(id, (run) => {
        pages.drop(run.key);
        return importTable(db, run.key, table, control);
      });
    },
    row: ({ id, row }: { readonly id: string; readonly row: number }) => withRun(id, ({ key }) => readRow(db, key, row)),
    /** Returns the first row up to a last one whose value in a column names an image, or null. */
    readColumn: ({ id, ...range }: { readonly id: string } & Parameters<typeof readColumn>[2]) =>
      withRun(id, ({ key }) => ok(readColumn(db, key, range))),
    /** Returns rows with cells that have no result; only those of a retry if `isRetry`. */
    pending: ({ id, isRetry, ...search }: PendingSearch & { readonly id: string; readonly isRetry: boolean }) =>
      withRun(id, (run) =>
        ok(isRetry ? findRetried(db, run.key, search) : findPending(db, run.key, cellsPerRow(parseRecipe(run)), search)),
      ),
    /** Counts the cells without a result in the rows up to a last one, or those of a retry. */
    countPending: ({ id, lastRow, isRetry }: { readonly id: string; readonly lastRow: number; readonly isRetry: boolean }) =>
      withRun(id, (run) => {
        if (isRetry) return ok(countRetried(db, run.key));
        const rows = Math.min(run.rows, lastRow);
        return ok(rows * cellsPerRow(parseRecipe(run)) - countResults(db, run.key, rows));
      }),
    /** Saves results in one transaction. They are on disk when it returns. */
    saveResults: ({ id, results, requests, refused, tokens, runningMs }: ResultBatch): Result<undefined> =>
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
    /**
     * Makes failed and invalid cells pending again: one, or all if `cell` is null. Returns what they had added to the run. `isNew` says
     * that they are a new retry, not further cells of one in progress.
     */
    retry: ({ id, cell, isNew }: { readonly id: string; readonly cell: CellId | null; readonly isNew: boolean }): Result<DeletedResults> =>
      changeRun(id, (run) => {
        const slot = cell === null ? undefined : findSlot(toCellOrder(parseRecipe(run)), cell);
        if (cell !== null && slot === undefined) return fail('run-cell-not-found');
        pages.invalidate(run.key);
        return ok(retryFailed(db, run.key, cell === null || slot === undefined ? null : { row: cell.row, slot }, isNew));
      }),
    page: ({ id, ...page }: ViewPage & { readonly id: string }) => withRun(id, (run) => ok(pages.read(run, page))),
    cell: ({ id, cell }: { readonly id: string; readonly cell: CellId }) =>
      withRun(id, (run) => {
        const slot = findSlot(toCellOrder(parseRecipe(run)), cell);
        return slot === undefined ? fail('run-cell-not-found') : readCell(db, run.key, cell.row, slot);
      }),
    label: ({ id, row, label, note }: CheckedInput<'runs.label'>): Result<undefined> =>
      changeRun(id, ({ key }) => {
        const changed = db.run('UPDATE data_row SET label = ?, note = ? WHERE key = ?', label, note === '' ? null : note, rowKey(key, row));
        pages.invalidate(key);
        return changed === 0 ? fail('run-row-not-found') : ok(undefined);
      }),
    statistics: async (id: string, { signal }: CallControl) => {
      const { computeStatistics } = await import('./run-statistics.ts');
      return withRun(id, (run) => computeStatistics(db, run.key, toRecord(db, run), signal));
    },
    exportTo: async ({ id, ...target }: ExportTarget & { readonly id: string }, { signal }: CallControl) => {
      const { exportRun } = await import('./export-run.ts');
      return withRun(id, (run) => exportRun(db, run.key, toRecord(db, run), target, signal));
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
