import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok, type Result } from '../../../contract/failure.ts';
import { cancelledCall } from '../../../contract/failures/fail.ts';
import type { TableOptions, TableProblem } from '../../../contract/run-recipe.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import type { CallControl } from '../../shared/sqlite/serve-store.ts';
import { readTable } from '../data/read-table.ts';
import { createProblemList, tableStopped } from '../table-problems.ts';
import { rowKey } from './keys.ts';
import type { RunSource } from './run-record.ts';
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

/** Replaces the rows and results of a run by the rows of a table. The run has no rows if that fails. It must not be deleted meanwhile. */
export async function importTable(
  db: Database,
  key: number,
  { path, fileName, folder, options }: TableToImport,
  control: CallControl,
): Promise<Result<ImportedTable>> {
  db.run('UPDATE run SET is_reading = 1, rows = 0, source = NULL WHERE key = ?', key);
  await deleteRows(db, key);
  const imported = await insertRows(db, key, path, options, control);
  if (!imported.ok) {
    await deleteRows(db, key);
    db.run('UPDATE run SET is_reading = 0 WHERE key = ?', key);
    return imported;
  }
  const { columns, problems, problemCount, rows } = imported.value;
  const source: RunSource = { fileName, columns, problems, problemCount, folder };
  db.run(
    "UPDATE run SET is_reading = 0, rows = ?, source = ?, state = 'draft', reason = NULL, is_dry_run = 0 WHERE key = ?",
    rows,
    JSON.stringify(source),
    key,
  );
  return imported;
}

/** Reads a table row by row and inserts the rows in batches. */
async function insertRows(
  db: Database,
  key: number,
  path: string,
  options: TableOptions,
  { signal, progress }: CallControl,
): Promise<Result<ImportedTable>> {
  let columns: readonly string[] = [];
  let rows = 0;
  const found = createProblemList(options.format, maxProblems);
  let batch: { readonly line: number; readonly data: string }[] = [];

  const flush = (): void => {
    db.transaction(() => {
      for (const { line, data } of batch) {
        rows += 1;
        db.run('INSERT INTO data_row (key, line, data) VALUES (?, ?, ?)', rowKey(key, rows), line, data);
      }
      return ok(undefined);
    });
    batch = [];
    progress(rows, Infinity);
  };

  try {
    for await (const item of readTable({ path }, options, signal)) {
      if (item.kind === 'columns') columns = item.columns;
      else if (item.kind === 'row') {
        batch.push({ line: item.number, data: toData(columns, item.values) });
        if (batch.length < rowsPerTransaction) continue;
        flush();
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
  flush();
  return ok({ columns, rows, problems: found.problems(), problemCount: found.count() });
}

/** Returns the values of a row in the order of the columns, without empty ones at the end. A wide table may have few values per row. */
function toData(columns: readonly string[], values: Readonly<Record<string, string>>): string {
  const filled = columns.findLastIndex((column) => (values[column] ?? '') !== '');
  return JSON.stringify(columns.slice(0, filled + 1).map((column) => values[column] ?? ''));
}
