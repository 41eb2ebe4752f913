import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok, type Result } from '../../../contract/failure.ts';
import { cancelledCall, fail } from '../../../contract/failures/fail.ts';
import type { Recipe, TableOptions } from '../../../contract/run-recipe.ts';
import type { CellId, ResultPage, ResultView, RowLabel, RunExportFormat, RunStatistics } from '../../../contract/runs.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import type { CallControl, ServedStore } from '../../shared/sqlite/serve-store.ts';
import { cellsPerRow } from '../variants.ts';
import type { ImportedTable } from './import-table.ts';
import { cellKey, cellRange, rowKey, rowRange, slotOf, type KeyRange } from './keys.ts';
import { createPages } from './pages.ts';
import { deleteFailed, findPending, insertResults, type NewResult, type PendingRow, type ResultDetail, type ResultRow } from './results.ts';
import { cellOrderOf, toRecord, type RunProvenance, type RunRecord, type RunRow, type RunSource } from './run-record.ts';

/** A change of a run's state. What is missing stays. */
export interface RunChange {
  readonly state?: RunRecord['state'];
  readonly reason?: RunRecord['reason'];
  readonly isDryRun?: boolean;
  readonly startedAt?: number;
  readonly endedAt?: number | null;
  readonly runningMs?: number;
  readonly provenance?: RunProvenance;
}

/** The results of a batch, and the requests made since the last one. */
export interface ResultBatch {
  readonly id: string;
  readonly results: readonly NewResult[];
  readonly requests: number;
  readonly refused: number;
  readonly runningMs: number;
}

/** A row with the values of its columns. */
export interface StoredRow {
  readonly row: number;
  readonly line: number;
  readonly values: readonly string[];
}

/** A cell as it is stored; null if it has no result. */
export interface StoredCell {
  readonly row: StoredRow;
  readonly result: ResultRow | null;
  readonly detail: ResultDetail | null;
}

/** The operations of the store of runs, on the worker's thread. */
export interface RunStore {
  /** Newest first. */
  readonly list: () => Result<readonly RunRecord[]>;
  readonly read: (id: string) => Result<RunRecord>;
  readonly create: (run: { readonly id: string; readonly recipe: Recipe; readonly fingerprint: string | null }) => Result<RunRecord>;
  readonly findByFingerprint: (fingerprint: string) => Result<RunRecord | null>;
  /** Copies recipe and rows into a draft. */
  readonly duplicate: (run: { readonly id: string; readonly newId: string }, control: CallControl) => Promise<Result<RunRecord>>;
  /** Drops the results if `dropsResults`. */
  readonly changeRecipe: (change: { readonly id: string; readonly recipe: Recipe; readonly dropsResults: boolean }) => Result<RunRecord>;
  readonly change: (change: { readonly id: string; readonly change: RunChange }) => Result<RunRecord>;
  readonly delete: (id: string, control: CallControl) => Promise<Result<undefined>>;
  readonly importTable: (table: TableToImport, control: CallControl) => Promise<Result<ImportedTable>>;
  readonly row: (row: { readonly id: string; readonly row: number }) => Result<StoredRow>;
  readonly pending: (search: {
    readonly id: string;
    readonly after: number;
    readonly lastRow: number;
    readonly limit: number;
  }) => Result<readonly PendingRow[]>;
  /** Counts the cells without a result in the rows up to a last one. */
  readonly countPending: (search: { readonly id: string; readonly lastRow: number }) => Result<number>;
  /** Returns when the results are on disk. */
  readonly saveResults: (batch: ResultBatch) => Result<undefined>;
  /** Makes failed and invalid cells pending again: one, or all. Returns how many. */
  readonly retry: (retry: { readonly id: string; readonly cell: CellId | null }) => Result<number>;
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

export interface TableToImport {
  readonly id: string;
  readonly path: string;
  readonly fileName: string;
  readonly folder: string | null;
  readonly options: TableOptions;
}

const deletedAtOnce = 20_000;

/** Creates the store over an open database. Formats of files and statistics are loaded when needed, so that a run opens at once. */
export function createRunStore(db: Database, now: () => number): ServedStore<undefined> & { readonly store: RunStore } {
  const find = (id: string): RunRow | undefined => db.one<RunRow>('SELECT * FROM run WHERE id = ?', id);
  const withRun = <T>(id: string, work: (run: RunRow) => Result<T>): Result<T> => {
    const run = find(id);
    return run ? work(run) : fail('run-not-found');
  };
  const recordOf = (id: string): Result<RunRecord> => withRun(id, (run) => ok(toRecord(db, run)));
  const pages = createPages(db);

  const deleteResults = (key: number): void => {
    const { from, to } = cellRange(key);
    db.run('DELETE FROM detail WHERE key BETWEEN ? AND ?', from, to);
    db.run('DELETE FROM result WHERE key BETWEEN ? AND ?', from, to);
    db.run(
      'UPDATE run SET done = 0, failed = 0, prompt_tokens = 0, completion_tokens = 0, requests = 0, refused = 0, running_ms = 0 WHERE key = ?',
      key,
    );
  };

  /** Deletes in steps, because a million rows would block the thread. */
  const deleteRange = async (table: string, { from, to }: KeyRange): Promise<void> => {
    for (;;) {
      const deleted = db.run(
        `DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE key BETWEEN ? AND ? LIMIT ${deletedAtOnce})`,
        from,
        to,
      );
      if (deleted < deletedAtOnce) return;
      await nextTurn();
    }
  };
  const clear = async (key: number): Promise<void> => {
    for (const table of ['detail', 'result']) await deleteRange(table, cellRange(key));
    await deleteRange('data_row', rowRange(key));
    deleteResults(key);
  };

  const insertRun = (id: string, recipe: Recipe, fingerprint: string | null): void => {
    db.run(
      `INSERT INTO run (id, state, reason, is_dry_run, created_at, started_at, ended_at, running_ms, rows, is_reading, done, failed,
         prompt_tokens, completion_tokens, requests, refused, fingerprint, recipe, source, provenance)
       VALUES (?, 'draft', NULL, 0, ?, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, ?, ?, NULL, NULL)`,
      id,
      now(),
      fingerprint,
      JSON.stringify(recipe),
    );
  };

  const store: RunStore = {
    list: () => ok(db.all<RunRow>('SELECT * FROM run ORDER BY key DESC').map((row) => toRecord(db, row))),
    read: recordOf,
    create: ({ id, recipe, fingerprint }) =>
      db.transaction(() => {
        insertRun(id, recipe, fingerprint);
        return recordOf(id);
      }),
    findByFingerprint: (fingerprint) => {
      const row = db.one<RunRow>('SELECT * FROM run WHERE fingerprint = ? ORDER BY key DESC LIMIT 1', fingerprint);
      return ok(row ? toRecord(db, row) : null);
    },
    duplicate: async ({ id, newId }, { signal }) => {
      const source = find(id);
      if (!source) return fail('run-not-found');
      const created = db.transaction(() => {
        insertRun(newId, JSON.parse(source.recipe) as Recipe, null);
        db.run('UPDATE run SET is_reading = 1 WHERE id = ?', newId);
        return ok(undefined);
      });
      const copy = find(newId);
      if (!created.ok || !copy) return created.ok ? fail('run-not-found') : created;
      const shift = rowRange(copy.key).from - rowRange(source.key).from;
      const { from, to } = rowRange(source.key);
      for (let first = from; first <= Math.min(to, from + source.rows); first += deletedAtOnce) {
        if (signal.aborted) return cancelledCall;
        db.run(
          'INSERT INTO data_row (key, line, data) SELECT key + ?, line, data FROM data_row WHERE key BETWEEN ? AND ?',
          shift,
          first,
          Math.min(to, first + deletedAtOnce - 1),
        );
        await nextTurn();
      }
      db.run('UPDATE run SET rows = ?, source = ?, is_reading = 0 WHERE key = ?', source.rows, source.source, copy.key);
      return recordOf(newId);
    },
    changeRecipe: ({ id, recipe, dropsResults }) =>
      db.transaction(() =>
        withRun(id, ({ key }) => {
          if (dropsResults) {
            deleteResults(key);
            db.run("UPDATE run SET state = 'draft', reason = NULL, is_dry_run = 0, started_at = NULL, ended_at = NULL WHERE key = ?", key);
          }
          db.run('UPDATE run SET recipe = ? WHERE key = ?', JSON.stringify(recipe), key);
          pages.forget(key);
          return recordOf(id);
        }),
      ),
    change: ({ id, change }) =>
      db.transaction(() =>
        withRun(id, (run) => {
          db.run(
            `UPDATE run SET state = ?, reason = ?, is_dry_run = ?, started_at = ?, ended_at = ?, running_ms = ?, provenance = ? WHERE key = ?`,
            change.state ?? run.state,
            change.reason === undefined ? run.reason : change.reason,
            change.isDryRun === undefined ? run.is_dry_run : Number(change.isDryRun),
            change.startedAt ?? run.started_at,
            change.endedAt === undefined ? run.ended_at : change.endedAt,
            change.runningMs ?? run.running_ms,
            change.provenance ? JSON.stringify(change.provenance) : run.provenance,
            run.key,
          );
          return recordOf(id);
        }),
      ),
    delete: async (id) => {
      const run = find(id);
      if (!run) return fail('run-not-found');
      await clear(run.key);
      db.run('DELETE FROM run WHERE key = ?', run.key);
      pages.forget(run.key);
      return ok(undefined);
    },
    importTable: async ({ id, path, fileName, folder, options }, control) => {
      const { importTable } = await import('./import-table.ts');
      const run = find(id);
      if (!run) return fail('run-not-found');
      db.run('UPDATE run SET is_reading = 1, rows = 0, source = NULL WHERE key = ?', run.key);
      await clear(run.key);
      pages.forget(run.key);
      const imported = await importTable(db, run.key, path, options, control);
      if (!imported.ok) {
        await clear(run.key);
        db.run('UPDATE run SET is_reading = 0 WHERE key = ?', run.key);
        return imported;
      }
      const { columns, problems, problemCount, rows } = imported.value;
      const source: RunSource = { fileName, columns, problems, problemCount, folder };
      db.run(
        "UPDATE run SET is_reading = 0, rows = ?, source = ?, state = 'draft', reason = NULL, is_dry_run = 0 WHERE key = ?",
        rows,
        JSON.stringify(source),
        run.key,
      );
      return imported;
    },
    row: ({ id, row }) => withRun(id, ({ key }) => readRow(db, key, row)),
    pending: ({ id, ...search }) =>
      withRun(id, ({ key, recipe }) => ok(findPending(db, key, cellsPerRow(JSON.parse(recipe) as Recipe), search))),
    countPending: ({ id, lastRow }) =>
      withRun(id, ({ key, recipe, rows }) => {
        const upTo = Math.min(rows, lastRow);
        const answered = db.one<{ count: number }>(
          'SELECT count(*) AS count FROM result WHERE key BETWEEN ? AND ?',
          cellRange(key).from,
          cellKey(rowKey(key, upTo) + 1, 0) - 1,
        );
        return ok(upTo * cellsPerRow(JSON.parse(recipe) as Recipe) - (answered?.count ?? 0));
      }),
    saveResults: ({ id, results, requests, refused, runningMs }) =>
      db.transaction(() =>
        withRun(id, ({ key }) => {
          insertResults(db, key, results);
          db.run(
            'UPDATE run SET requests = requests + ?, refused = refused + ?, running_ms = ? WHERE key = ?',
            requests,
            refused,
            runningMs,
            key,
          );
          pages.touch(key);
          return ok(undefined);
        }),
      ),
    retry: ({ id, cell }) =>
      db.transaction(() =>
        withRun(id, ({ key, recipe }) => {
          const slot = cell === null ? undefined : slotOf(cellOrderOf(JSON.parse(recipe) as Recipe), cell);
          if (cell !== null && slot === undefined) return fail('run-cell-not-found');
          pages.touch(key);
          return ok(deleteFailed(db, key, cell === null || slot === undefined ? null : { row: cell.row, slot }));
        }),
      ),
    page: ({ id, ...page }) => withRun(id, (run) => ok(pages.read(run, page))),
    cell: ({ id, cell }) =>
      withRun(id, ({ key, recipe }) => {
        const slot = slotOf(cellOrderOf(JSON.parse(recipe) as Recipe), cell);
        if (slot === undefined) return fail('run-cell-not-found');
        const row = readRow(db, key, cell.row);
        if (!row.ok) return row;
        const at = cellKey(rowKey(key, cell.row), slot);
        const result = db.one<ResultRow>('SELECT * FROM result WHERE key = ?', at) ?? null;
        const detail = db.one<{ body: string }>('SELECT body FROM detail WHERE key = ?', at);
        return ok({ row: row.value, result, detail: detail ? (JSON.parse(detail.body) as ResultDetail) : null });
      }),
    label: ({ id, row, label, note }) =>
      db.transaction(() =>
        withRun(id, ({ key }) => {
          const changed = db.run(
            'UPDATE data_row SET label = ?, note = ? WHERE key = ?',
            label,
            note === '' ? null : note,
            rowKey(key, row),
          );
          pages.touch(key);
          return changed === 0 ? fail('run-row-not-found') : ok(undefined);
        }),
      ),
    statistics: async (id, { signal }) => {
      const { computeStatistics } = await import('./run-statistics.ts');
      const run = find(id);
      return run ? computeStatistics(db, run.key, toRecord(db, run), signal) : fail('run-not-found');
    },
    exportTo: async ({ id, format, file }, { signal }) => {
      const { exportRun } = await import('./export-run.ts');
      const run = find(id);
      return run ? exportRun(db, run.key, toRecord(db, run), { format, file }, signal) : fail('run-not-found');
    },
  };

  return {
    store,
    takeChanges: () => undefined,
    // what was running when the program ended is paused, a dry run is over, and a table that was being read must be read again
    cleanUp: () => {
      if (db.isReadOnly) return;
      db.run("UPDATE run SET state = 'draft', reason = 'dry-run', is_dry_run = 0 WHERE state IN ('running', 'paused') AND is_dry_run = 1");
      db.run("UPDATE run SET state = 'paused', reason = 'program-ended' WHERE state = 'running'");
      for (const { key } of db.all<{ key: number }>('SELECT key FROM run WHERE is_reading = 1')) {
        const { from, to } = rowRange(key);
        db.run('DELETE FROM data_row WHERE key BETWEEN ? AND ?', from, to);
        db.run('UPDATE run SET is_reading = 0, rows = 0, source = NULL WHERE key = ?', key);
      }
    },
  };
}

function readRow(db: Database, run: number, row: number): Result<StoredRow> {
  const found = db.one<{ line: number; data: string }>('SELECT line, data FROM data_row WHERE key = ?', rowKey(run, row));
  return found ? ok({ row, line: found.line, values: JSON.parse(found.data) as readonly string[] }) : fail('run-row-not-found');
}
