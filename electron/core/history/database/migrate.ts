import { closeSync, openSync } from 'node:fs';
import { ok } from '../../../contract/failure.ts';
import type { Database } from './database.ts';
import { foldersSchema } from './schema.ts';

/** One step: `from` becomes `from + 1`. */
export interface Migration {
  readonly from: number;
  readonly apply: (db: Database) => void;
}

/** The steps there have been. A step is never changed once it has shipped; tests keep a file of each version. */
export const migrations: readonly Migration[] = [
  {
    from: 1,
    apply: (db) => {
      db.exec(foldersSchema);
      db.exec('INSERT INTO folder (name) SELECT DISTINCT folder FROM conversation WHERE folder IS NOT NULL');
    },
  },
];

/** Copies the file as it is, then takes it to the version wanted, each step all or nothing. */
export function migrate(db: Database, from: number, to: number, steps: readonly Migration[], now: number): void {
  for (let version = from; version < to; version += 1) {
    const step = steps.find((each) => each.from === version);
    if (!step) throw new Error(`no way from version ${version} of the history to ${version + 1}`);
    backUp(db, `${db.file}.version-${version}-${new Date(now).toISOString().slice(0, 10)}.backup`);
    db.transaction(() => {
      step.apply(db);
      db.exec(`PRAGMA user_version = ${version + 1}`);
      return ok(undefined);
    });
  }
}

/** A copy made by SQLite itself, so that what is still in the write-ahead file is in it; for its owner only. */
function backUp(db: Database, file: string): void {
  closeSync(openSync(file, 'w', 0o600)); // emptied, if a step failed today: the database is unchanged since
  db.run('VACUUM INTO ?', file);
}
