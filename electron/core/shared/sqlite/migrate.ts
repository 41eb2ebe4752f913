import { closeSync, openSync, rmSync } from 'node:fs';
import { ok } from '../../../contract/failure.ts';
import type { Database } from './database.ts';

/** Migrates version `from` to `from + 1`. */
export interface Migration {
  readonly from: number;
  /** Whether it only adds, such as a column with a default. It needs no copy, because its transaction can't lose anything. */
  readonly isAdditive?: boolean;
  readonly apply: (db: Database) => void;
}

/** Migrates the file to the wanted version, each step in a transaction. Copies the file before a step that changes what is there. */
export function migrate(db: Database, from: number, to: number, steps: readonly Migration[], now: number): void {
  for (let version = from; version < to; version += 1) {
    const step = steps.find((each) => each.from === version);
    if (!step) throw new Error(`no way from version ${version} of ${db.file} to ${version + 1}`);
    if (!step.isAdditive) backUp(db, `${db.file}.version-${version}-${new Date(now).toISOString().slice(0, 10)}.backup`);
    db.transaction(() => {
      step.apply(db);
      db.exec(`PRAGMA user_version = ${version + 1}`);
      return ok(undefined);
    });
  }
}

/** Copies the database with SQLite itself, so that the copy includes the write-ahead file. Only the owner can read it. */
function backUp(db: Database, file: string): void {
  closeSync(openSync(file, 'w', 0o600)); // truncates a copy of a migration that failed, because the database is unchanged since
  try {
    db.run('VACUUM INTO ?', file);
  } catch (error) {
    rmSync(file, { force: true }); // a part of a copy helps nobody, and the disk may be full
    throw error;
  }
}
