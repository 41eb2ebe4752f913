import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { ok, type Failure } from '../../../contract/failure.ts';
import type { DatabaseName } from '../../../contract/failures/database.ts';
import { fail, failure } from '../../../contract/failures/fail.ts';
import { errorMessage } from '../node-error.ts';
import { renameFileSync } from '../rename-file.ts';
import { openSqlite, type Database } from './database.ts';
import { foreignDatabaseError, isDamage } from './failures.ts';

/** An open database, and a failure for the user if it could not be opened as it was. */
export interface Opened {
  readonly db: Database;
  readonly problem: Failure | undefined;
}

/** What a file holds. */
export interface DatabaseFormat {
  readonly name: DatabaseName;
  readonly schema: string;
  readonly version: number;
  /** `migrations[n]` turns a file of version n into one of version n + 1. */
  readonly migrations?: Readonly<Record<number, (db: Database) => void>>;
  /** The main tables, of which a page each is read, so that damage shows while the file can still be moved aside. */
  readonly tables: readonly string[];
  /** Settings of the connection, in place of those for a small file. */
  readonly pragmas?: readonly string[];
}

export interface OpenOptions {
  readonly file: string;
  /** For the names of files that are moved aside. */
  readonly now: number;
  /** Renames a file. */
  readonly rename?: (from: string, to: string) => void;
}

/**
 * Opens a database, or creates it. A damaged file is moved aside and never overwritten. A file of a newer version is opened for
 * reading only. One of an older version is migrated.
 */
export function openStoredDatabase(format: DatabaseFormat, options: OpenOptions): Opened {
  const { file, now, rename = renameFileSync } = options;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(file);
  // created here, because SQLite would make it readable to all; its companion files get the same permissions
  if (isNew) closeSync(openSync(file, 'a', 0o600));
  try {
    if (!isNew) chmodSync(file, 0o600);
    return prepare(format, options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const setAside = setAsideFiles(file, now, rename);
    closeSync(openSync(file, 'ax', 0o600));
    return {
      ...prepare(format, options),
      problem: failure('database-replaced', { database: format.name, detail: errorMessage(error), setAside }),
    };
  }
}

function prepare(format: DatabaseFormat, options: OpenOptions): Opened {
  const { file } = options;
  const readOnlyFailure = fail('database-read-only', { database: format.name });
  // checked before it is opened for writing, because that would already change another program's file
  const looked = openSqlite(file, true, readOnlyFailure);
  const found = closingOnThrow(looked, () => readVersion(looked));
  if (found > format.version) return { db: looked, problem: failure('database-newer', { database: format.name, file }) };
  looked.close();
  const db = openSqlite(file, false, readOnlyFailure);
  return closingOnThrow(db, () => {
    for (const pragma of format.pragmas ?? []) db.exec(`PRAGMA ${pragma}`);
    if (found === 0) db.exec(`BEGIN IMMEDIATE; ${format.schema}; PRAGMA user_version = ${format.version}; COMMIT`);
    else migrate(db, found, format);
    for (const table of format.tables) db.one(`SELECT * FROM ${table} ORDER BY 1 DESC LIMIT 1`);
    return { db, problem: undefined };
  });
}

/** Returns the version of the file, or 0 if it is empty. */
function readVersion(db: Database): number {
  const version = db.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  const tables = db.one<{ count: number }>('SELECT count(*) AS count FROM sqlite_schema')?.count ?? 0;
  // a file with tables but no version is not ours and must not be overwritten
  if (version === 0 && tables > 0) throw foreignDatabaseError();
  return version;
}

/** Migrates a file, each version in a transaction. */
function migrate(db: Database, from: number, { version, migrations }: DatabaseFormat): void {
  for (let next = from + 1; next <= version; next += 1) {
    db.transaction(() => {
      migrations?.[next - 1]?.(db);
      db.exec(`PRAGMA user_version = ${next}`);
      return ok(undefined);
    });
  }
}

function closingOnThrow<T>(db: Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Moves a database with its companion files, or none of them. */
function setAsideFiles(file: string, now: number, rename: (from: string, to: string) => void): string {
  const setAside = `${file}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}`;
  // with the write-ahead file, because the newest messages may be only there
  const companions = ['-wal', '-shm', ''].filter((companion) => existsSync(file + companion));
  const moved: string[] = [];
  try {
    for (const companion of companions) {
      rename(file + companion, setAside + companion);
      moved.push(companion);
    }
  } catch (error) {
    for (const companion of moved) rename(setAside + companion, file + companion);
    throw error;
  }
  return setAside;
}
