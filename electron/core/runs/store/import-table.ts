import { ok, type Result } from '../../../contract/failure.ts';
import { cancelledCall } from '../../../contract/failures/fail.ts';
import type { TableOptions } from '../../../contract/run-recipe.ts';
import type { TableProblem } from '../../../contract/runs.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import type { CallControl } from '../../shared/sqlite/serve-store.ts';
import { readTable } from '../data/read-table.ts';
import { tableStopped, toTableProblem } from '../table-problems.ts';
import { rowKey } from './keys.ts';

/** What was read from a table. */
export interface ImportedTable {
  readonly columns: readonly string[];
  readonly rows: number;
  /** The first problems. */
  readonly problems: readonly TableProblem[];
  readonly problemCount: number;
}

const rowsPerTransaction = 2000;
const maxProblems = 100;

/** Reads a table into the rows of a run. Only a few rows are in memory at a time. */
export async function importTable(
  db: Database,
  run: number,
  path: string,
  options: TableOptions,
  { signal, progress }: CallControl,
): Promise<Result<ImportedTable>> {
  let columns: readonly string[] = [];
  let [rows, problemCount] = [0, 0];
  const problems: TableProblem[] = [];
  let batch: { readonly line: number; readonly data: string }[] = [];

  const flush = (): Result<undefined> => {
    const written = db.transaction(() => {
      for (const { line, data } of batch) {
        rows += 1;
        db.run('INSERT INTO data_row (key, line, data) VALUES (?, ?, ?)', rowKey(run, rows), line, data);
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
        batch.push({ line: item.number, data: JSON.stringify(columns.map((column) => item.values[column] ?? '')) });
        if (batch.length < rowsPerTransaction) continue;
        const written = flush();
        if (!written.ok) return written;
      } else {
        problemCount += 1;
        if (problems.length < maxProblems) problems.push(toTableProblem(options.format, item.problem));
        // without a row, the problem is the only thing to say
        if (item.problem.effect === 'stopped' && rows + batch.length === 0) return tableStopped(options.format, item.problem);
      }
    }
  } catch (error) {
    if (signal.aborted) return cancelledCall;
    throw error;
  }
  const written = flush();
  return written.ok ? ok({ columns, rows, problems, problemCount }) : written;
}
