import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok, type Result } from '../../../contract/failure.ts';
import { cancelledCall, fail } from '../../../contract/failures/fail.ts';
import type { TableOptions, TableProblem } from '../../../contract/run-recipe.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import type { CallControl } from '../../shared/sqlite/serve-store.ts';
import { readTable } from '../data/read-table.ts';
import { createProblemList, tableStopped } from '../table-problems.ts';
import { rowKey } from './keys.ts';
import type { RunRow, RunSource } from './run-record.ts';
import { deleteRows } from './run-rows.ts';

/** A table to be read into a run. */
export interface TableToImport {
  readonly path: string;
  readonly fileName: string;
  readonly folder: string | null;
  readonly options: TableOptions;
}

/** The columns, problems and number of rows of an imported table. */
export interface ImportedTable {
  readonly columns: readonly string[];
  readonly rows: number;
  /** Those that lost rows come before others. There may be more. */
  readonly problems: readonly TableProblem[];
  readonly problemCount: number;
}

const rowsPerTransaction = 2000;
const maxProblems = 100;

/** A run to import a table into. If it is deleted, its key may become that of another run. */
type TargetRun = Pick<RunRow, 'key' | 'id'>;

/** Replaces the rows and results of a run by the rows of a table. The run has no rows if that fails. */
export async function importTable(
  db: Database,
  run: TargetRun,
  { path, fileName, folder, options }: TableToImport,
  control: CallControl,
): Promise<Result<ImportedTable>> {
  const { key, id } = run;
  db.run('UPDATE run SET is_reading = 1, rows = 0, source = NULL WHERE key = ?', key);
  await deleteRows(db, key);
  const imported = await insertRows(db, run, path, options, control);
  if (!imported.ok) {
    if (!exists(db, run)) return imported;
    await deleteRows(db, key);
    db.run('UPDATE run SET is_reading = 0 WHERE key = ? AND id = ?', key, id);
    return imported;
  }
  const { columns, problems, problemCount, rows } = imported.value;
  const source: RunSource = { fileName, columns, problems, problemCount, folder };
  const changed = db.run(
    "UPDATE run SET is_reading = 0, rows = ?, source = ?, state = 'draft', reason = NULL, is_dry_run = 0 WHERE key = ? AND id = ?",
    rows,
    JSON.stringify(source),
    key,
    id,
  );
  return changed === 0 ? fail('run-not-found') : imported;
}

function exists(db: Database, { key, id }: TargetRun): boolean {
  return db.one('SELECT 1 FROM run WHERE key = ? AND id = ?', key, id) !== undefined;
}

/** Reads a table row by row and inserts the rows in batches. */
async function insertRows(
  db: Database,
  run: TargetRun,
  path: string,
  options: TableOptions,
  { signal, progress }: CallControl,
): Promise<Result<ImportedTable>> {
  let columns: readonly string[] = [];
  let rows = 0;
  const found = createProblemList(options.format, maxProblems);
  let batch: { readonly line: number; readonly data: string }[] = [];

  const flush = (): Result<undefined> => {
    const written = db.transaction(() => {
      if (!exists(db, run)) return fail('run-not-found');
      for (const { line, data } of batch) {
        rows += 1;
        db.run('INSERT INTO data_row (key, line, data) VALUES (?, ?, ?)', rowKey(run.key, rows), line, data);
      }
      return ok(undefined);
    });
    batch = [];
    progress(rows, Infinity);
    return written;
  };

  try {
    for await (const item of readTable({ path }, options, signal)) {
      if (item.kind === 'columns') columns = item.columns;
      else if (item.kind === 'row') {
        batch.push({ line: item.number, data: toData(columns, item.values) });
        if (batch.length < rowsPerTransaction) continue;
        const written = flush();
        if (!written.ok) return written;
        // one piece of a file may have many batches, and other calls need their turn
        await nextTurn();
      } else {
        found.add(item.problem);
        // without any row, the import fails with the problem
        if (item.problem.effect === 'stopped' && rows + batch.length === 0) return tableStopped(options.format, item.problem);
      }
    }
  } catch (error) {
    if (signal.aborted) return cancelledCall;
    throw error;
  }
  const written = flush();
  return written.ok ? ok({ columns, rows, problems: found.problems(), problemCount: found.count() }) : written;
}

/** Returns the values of a row in the order of the columns, without empty ones at the end. A wide table may have few values per row. */
function toData(columns: readonly string[], values: Readonly<Record<string, string>>): string {
  const filled = columns.findLastIndex((column) => (values[column] ?? '') !== '');
  return JSON.stringify(columns.slice(0, filled + 1).map((column) => values[column] ?? ''));
}
