/* oxlint-disable typescript/no-unnecessary-type-parameters -- what a row holds is known where the SQL is written */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Failed, Result } from '../../../contract/failure.ts';

/** A SQLite connection that caches prepared statements. It blocks the thread that calls it. */
export interface Database {
  readonly file: string;
  readonly isReadOnly: boolean;
  readonly exec: (sql: string) => void;
  /** Returns the number of changed rows. */
  readonly run: (sql: string, ...values: readonly SQLInputValue[]) => number;
  /** `Row` must match the schema. Tables are STRICT, so columns hold what the schema declares. */
  readonly one: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) => Row | undefined;
  readonly all: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) => readonly Row[];
  /** Iterates over the rows. Finish or leave the loop before any `await`. */
  readonly each: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) => Iterable<Row>;
  /**
   * Commits the work, or rolls it back if it fails or throws. A call inside another transaction becomes part of that one, so its
   * failure must be returned. Fails without calling `work` if the file is open for reading only.
   */
  readonly transaction: <T>(work: () => Result<T>) => Result<T>;
  readonly close: () => void;
}

/**
 * Opens a file in write-ahead mode. `synchronous = FULL` makes a commit survive a power failure, not only a crash of the process. It
 * costs one flush per commit: two for each turn, and about three a second while an answer arrives. macOS empties the drive's own cache
 * only for `fullfsync`, which other systems ignore.
 */
export function openSqlite(file: string, isReadOnly: boolean, readOnlyFailure: Failed): Database {
  const connection = new DatabaseSync(file, { readOnly: isReadOnly, enableForeignKeyConstraints: true, timeout: 5000 });
  try {
    if (!isReadOnly) {
      connection.exec('PRAGMA journal_mode = WAL');
      connection.exec('PRAGMA synchronous = FULL');
      connection.exec('PRAGMA fullfsync = ON');
      connection.exec('PRAGMA checkpoint_fullfsync = ON');
      connection.exec('PRAGMA journal_size_limit = 67108864');
    }
    connection.exec('PRAGMA cache_size = -32768');
    connection.exec('PRAGMA temp_store = MEMORY');
  } catch (error) {
    connection.close();
    throw error;
  }
  return wrap(connection, file, isReadOnly ? readOnlyFailure : undefined);
}

function wrap(connection: DatabaseSync, file: string, readOnlyFailure: Failed | undefined): Database {
  const statements = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const cached = statements.get(sql);
    if (cached) return cached;
    const prepared = connection.prepare(sql);
    statements.set(sql, prepared);
    return prepared;
  };

  return {
    file,
    isReadOnly: readOnlyFailure !== undefined,
    exec: (sql) => connection.exec(sql),
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    one: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) => statement(sql).get(...values) as Row | undefined,
    all: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) =>
      statement(sql).all(...values) as readonly object[] as readonly Row[],
    each: <Row extends object>(sql: string, ...values: readonly SQLInputValue[]) =>
      statement(sql).iterate(...values) as Iterable<object> as Iterable<Row>,
    transaction: (work) => {
      if (readOnlyFailure) return readOnlyFailure;
      if (connection.isTransaction) return work();
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
