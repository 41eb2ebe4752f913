import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { Folder } from '../../../contract/history.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import type { StoreContext } from '../store-context.ts';

/** Moves a conversation into a folder, which is created if it does not exist, or out of its own. */
export function putInFolder(db: Database, conversation: number, folder: string | null): void {
  if (folder !== null) db.run('INSERT OR IGNORE INTO folder (name) VALUES (?)', folder);
  db.run('UPDATE conversation SET folder = ? WHERE key = ?', folder, conversation);
}

/** Creates, renames and removes folders, and moves conversations between them. */
export function createFolders({ db, changed }: StoreContext) {
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
    for (const { key } of moved) changed.add(key);
    return moved;
  };

  return {
    folders: () => ok(read()),
    /** Creates a folder, or renames the one that it replaces. */
    putFolder: ({ name, replaces }: { readonly name: string; readonly replaces: string | null }): Result<readonly Folder[]> =>
      db.transaction(() => {
        if (replaces !== null && !exists(replaces)) return noFolder(replaces);
        if (name !== replaces) {
          // two merged folders could not be separated again
          if (exists(name)) return fail('folder-name-taken', { name });
          db.run('INSERT INTO folder (name) VALUES (?)', name);
          if (replaces !== null) moveAll(replaces, name);
        }
        return ok(read());
      }),
    /** Removes a folder. Its conversations stay, in no folder. Returns the other folders, and the ids of its conversations. */
    removeFolder: ({ name }: { readonly name: string }): Result<{ readonly folders: readonly Folder[]; readonly ids: readonly string[] }> =>
      db.transaction(() => {
        if (!exists(name)) return noFolder(name);
        const ids = moveAll(name, null).map(({ id }) => id);
        return ok({ folders: read(), ids });
      }),
    /** Moves conversations into a folder, or out of theirs if it is null. */
    move: ({ ids, folder }: { readonly ids: readonly string[]; readonly folder: string | null }): Result<undefined> =>
      db.transaction(() => {
        for (const id of ids) {
          const found = db.one<{ key: number }>('SELECT key FROM conversation WHERE id = ?', id);
          if (!found) continue;
          putInFolder(db, found.key, folder);
          changed.add(found.key);
        }
        return ok(undefined);
      }),
  };
}

function noFolder(name: string): Result<never> {
  return fail('folder-not-found', { name });
}
