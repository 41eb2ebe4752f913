/* oxlint-disable typescript/no-unnecessary-type-parameters -- what a row holds is known where the SQL is written */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Result } from '../../../contract/failure.ts';

/** SQLite with prepared statements kept, on the thread that calls it. */
export interface Database {
  readonly file: string;
  readonly isReadOnly: boolean;
  readonly exec: (sql: string) => void;
  /** Gives the number of rows that were changed. */
  readonly run: (sql: string, ...values: readonly SQLInputValue[]) => number;
  /** Tables are STRICT: a column holds what the schema declares, which is what `Row` must say. */
  readonly one: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) => Row | undefined;
  readonly all: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) => readonly Row[];
  /** One by one; to be walked, or left, before anything is waited for. */
  readonly each: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) => Iterable<Row>;
  /** All of it or nothing: a failure and a throw take everything back. */
  readonly transaction: <T>(work: () => Result<T>) => Result<T>;
  readonly close: () => void;
}

/**
 * Opens a file in write-ahead mode. `synchronous = FULL`: what is acknowledged outlives the loss of power, not
 * only of the process. It costs one flush a commit, which is a few for each turn and two a second while an
 * answer comes, on a thread nobody waits for.
 */
export function openSqlite(file: string, isReadOnly: boolean): Database {
  const connection = new DatabaseSync(file, { readOnly: isReadOnly, enableForeignKeyConstraints: true, timeout: 5000 });
  try {
    if (!isReadOnly) {
      connection.exec('PRAGMA journal_mode = WAL');
      connection.exec('PRAGMA synchronous = FULL');
      connection.exec('PRAGMA journal_size_limit = 67108864');
    }
    connection.exec('PRAGMA cache_size = -32768');
    connection.exec('PRAGMA temp_store = MEMORY');
  } catch (error) {
    connection.close();
    throw error;
  }
  return wrap(connection, file, isReadOnly);
}

function wrap(connection: DatabaseSync, file: string, isReadOnly: boolean): Database {
  const kept = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = kept.get(sql);
    if (known) return known;
    const prepared = connection.prepare(sql);
    kept.set(sql, prepared);
    return prepared;
  };

  return {
    file,
    isReadOnly,
    exec: (sql) => connection.exec(sql),
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    one: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) => statement(sql).get(...values) as Row | undefined,
    all: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) =>
      statement(sql).all(...values) as readonly object[] as readonly Row[],
    each: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) =>
      statement(sql).iterate(...values) as Iterable<object> as Iterable<Row>,
    transaction: (work) => {
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        connection.exec(result.ok ? 'COMMIT' : 'ROLLBACK');
        return result;
      } catch (error) {
        if (connection.isTransaction) connection.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => connection.close(),
  };
}
