import { failed, ok, type Result } from '../../../contract/failure.ts';
import type { Folder } from '../../../contract/history.ts';
import type { Database } from '../database/database.ts';
import type { StoreContext } from '../store-context.ts';

/** The folders that are left, and what had lain in the one that went. */
export interface RemovedFolder {
  readonly folders: readonly Folder[];
  readonly ids: readonly string[];
}

/** Makes, names and removes folders, and moves conversations between them. */
export interface Folders {
  readonly folders: () => Result<readonly Folder[]>;
  readonly putFolder: (name: string, replaces: string | null) => Result<readonly Folder[]>;
  readonly removeFolder: (name: string) => Result<RemovedFolder>;
  readonly move: (ids: readonly string[], folder: string | null) => Result<undefined>;
}

/** Puts one conversation into a folder, which is made where it is not there, or out of its own. */
export function putInFolder(db: Database, conversation: number, folder: string | null): void {
  if (folder !== null) db.run('INSERT OR IGNORE INTO folder (name) VALUES (?)', folder);
  db.run('UPDATE conversation SET folder = ? WHERE key = ?', folder, conversation);
}

/** The folders of one database. */
export function createFolders({ db, touched }: StoreContext): Folders {
  const exists = (name: string): boolean => db.one('SELECT 1 FROM folder WHERE name = ?', name) !== undefined;
  const inside = (name: string) => db.all<{ key: number; id: string }>('SELECT key, id FROM conversation WHERE folder = ?', name);

  const read = (): readonly Folder[] =>
    db
      .all<Folder>(
        `SELECT name, (SELECT count(*) FROM conversation WHERE folder = folder.name AND folder IS NOT NULL AND trashed_at IS NULL
         AND is_archived = 0) AS conversations FROM folder`,
      )
      .map(({ name, conversations }) => ({ name, conversations }))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));

  const moveAll = (from: string, to: string | null) => {
    const moved = inside(from);
    db.run('UPDATE conversation SET folder = ? WHERE folder = ?', to, from);
    db.run('DELETE FROM folder WHERE name = ?', from);
    for (const { key } of moved) touched.add(key);
    return moved;
  };

  return {
    folders: () => ok(read()),
    putFolder: (name, replaces) =>
      db.transaction(() => {
        if (replaces !== null && !exists(replaces)) return noFolder(replaces);
        if (name !== replaces) {
          // Two folders that become one can't be told apart again.
          if (exists(name)) return failed('invalid-input', `There is a folder “${name}” already.`, 'Choose another name.');
          db.run('INSERT INTO folder (name) VALUES (?)', name);
          if (replaces !== null) moveAll(replaces, name);
        }
        return ok(read());
      }),
    removeFolder: (name) =>
      db.transaction(() => {
        if (!exists(name)) return noFolder(name);
        const ids = moveAll(name, null).map(({ id }) => id);
        return ok({ folders: read(), ids });
      }),
    move: (ids, folder) =>
      db.transaction(() => {
        for (const id of ids) {
          const found = db.one<{ key: number }>('SELECT key FROM conversation WHERE id = ?', id);
          if (!found) continue;
          putInFolder(db, found.key, folder);
          touched.add(found.key);
        }
        return ok(undefined);
      }),
  };
}

function noFolder(name: string): Result<never> {
  return failed('invalid-input', `The folder “${name}” is no longer there.`, 'Choose another one.');
}
