import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Failure } from '../../../contract/failure.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { openSqlite, type Database } from './database.ts';
import { isDamage } from './failures.ts';
import { migrations, migrate, schema, schemaVersion, type Migration } from './schema.ts';

/** A database that is ready, and what had to be done about it, for the user. */
export interface Opened {
  readonly db: Database;
  readonly trouble: Failure | undefined;
}

export interface OpenOptions {
  readonly file: string;
  /** For the names of files that are set aside. */
  readonly now: number;
  /** For tests of the way from one version to the next. */
  readonly version?: number;
  readonly migrations?: readonly Migration[];
}

/**
 * Opens the history file, or makes it. A damaged one is set aside under another name and never written over; one
 * of a newer program is opened for reading only; an older one is copied before it is changed.
 */
export function openDatabase(options: OpenOptions): Opened {
  const { file, now } = options;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const isNew = !existsSync(file);
  // Made here, since SQLite would make it readable to all; its companions take the same rights.
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
      trouble: {
        code: 'storage',
        message: `The history could not be read: the file is damaged (${errorMessage(error)}). Causeway starts with an empty one.`,
        remedy: `Nothing was deleted; the damaged file is ${setAside}`,
      },
    };
  }
}

function prepare(options: OpenOptions): Opened {
  const { file, now, version = schemaVersion } = options;
  // Looked at before it is opened for writing, which would already change another program's file.
  const looked = openSqlite(file, true);
  const found = closingOnThrow(looked, () => readVersion(looked));
  if (found > version) return { db: looked, trouble: newer(file) };
  looked.close();
  const db = openSqlite(file, false);
  return closingOnThrow(db, () => {
    if (found === 0) db.exec(`BEGIN IMMEDIATE; ${schema}; PRAGMA user_version = ${schemaVersion}; COMMIT`);
    else if (found < version) migrate(db, found, version, options.migrations ?? migrations, now);
    // Reads a page of each of the main tables: damage shows now, while the file can still be set aside.
    for (const table of ['conversation', 'message', 'growth', 'unindexed']) db.one(`SELECT * FROM ${table} ORDER BY 1 DESC LIMIT 1`);
    return { db, trouble: undefined };
  });
}

/** 0 means a file that is still empty. */
function readVersion(db: Database): number {
  const version = db.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  const tables = db.one<{ count: number }>('SELECT count(*) AS count FROM sqlite_schema')?.count ?? 0;
  // A file with tables and no version is not one of ours; it is nobody's to overwrite.
  if (version === 0 && tables > 0) throw Object.assign(new Error('it is another program’s database'), { errcode: 26 });
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
  // The write-ahead file belongs to it: the newest of what was said may be there alone.
  for (const companion of ['-wal', '-shm', '']) {
    if (existsSync(file + companion)) renameSync(file + companion, setAside + companion);
  }
  return setAside;
}

function newer(file: string): Failure {
  return {
    code: 'storage',
    message: 'The history was written by a newer Causeway. It can be read and searched here, and nothing new is kept in it.',
    remedy: `Update Causeway to go on with it; the file is ${file}`,
  };
}
