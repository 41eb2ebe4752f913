import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Failure } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import { historyText } from '../text.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { openSqlite, type Database } from './database.ts';
import { isDamage } from './failures.ts';
import { migrations, migrate, schema, schemaVersion, type Migration } from './schema.ts';

/** An open database, and a failure for the user if it could not be opened as it was. */
export interface Opened {
  readonly db: Database;
  readonly problem: Failure | undefined;
}

export interface OpenOptions {
  readonly file: string;
  /** For the names of files that are moved aside. */
  readonly now: number;
  /** For tests of migrations. */
  readonly version?: number;
  readonly migrations?: readonly Migration[];
}

/**
 * Opens the history file, or creates it. A damaged file is moved aside and never overwritten. A file of a newer version is opened for
 * reading only. A file of an older version is copied before it is migrated.
 */
export function openDatabase(options: OpenOptions): Opened {
  const { file, now } = options;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(file);
  // created here, because SQLite would make it readable to all; its companion files get the same permissions
  if (isNew) closeSync(openSync(file, 'a', 0o600));
  try {
    if (!isNew) chmodSync(file, 0o600);
    return prepare(options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const setAside = setAsideFiles(file, now);
    closeSync(openSync(file, 'ax', 0o600));
    return {
      ...prepare(options),
      problem: failure('history-replaced', { detail: errorMessage(error), setAside }),
    };
  }
}

function prepare(options: OpenOptions): Opened {
  const { file, now, version = schemaVersion } = options;
  // checked before it is opened for writing, because that would already change another program's file
  const looked = openSqlite(file, true);
  const found = closingOnThrow(looked, () => readVersion(looked));
  if (found > version) return { db: looked, problem: failure('history-newer', { file }) };
  looked.close();
  const db = openSqlite(file, false);
  return closingOnThrow(db, () => {
    if (found === 0) db.exec(`BEGIN IMMEDIATE; ${schema}; PRAGMA user_version = ${schemaVersion}; COMMIT`);
    else if (found < version) migrate(db, found, version, options.migrations ?? migrations, now);
    // reads a page of each main table, so that damage shows while the file can still be moved aside
    for (const table of ['conversation', 'message', 'growth', 'unindexed']) db.one(`SELECT * FROM ${table} ORDER BY 1 DESC LIMIT 1`);
    return { db, problem: undefined };
  });
}

/** Returns the version of the file, or 0 if it is empty. */
function readVersion(db: Database): number {
  const version = db.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  const tables = db.one<{ count: number }>('SELECT count(*) AS count FROM sqlite_schema')?.count ?? 0;
  // a file with tables but no version is not ours and must not be overwritten
  if (version === 0 && tables > 0) throw Object.assign(new Error(historyText.foreignDatabase), { errcode: 26 });
  return version;
}

function closingOnThrow<T>(db: Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    db.close();
    throw error;
  }
}

function setAsideFiles(file: string, now: number): string {
  const setAside = `${file}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}`;
  // with the write-ahead file, because the newest messages may be only there
  for (const companion of ['-wal', '-shm', '']) {
    if (existsSync(file + companion)) renameSync(file + companion, setAside + companion);
  }
  return setAside;
}
