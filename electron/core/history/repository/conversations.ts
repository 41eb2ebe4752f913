import { randomUUID } from 'node:crypto';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type {
  Conversation,
  ConversationChange,
  ConversationPage,
  ConversationSettings,
  ListRequest,
  ConversationScope,
} from '../../../contract/history.ts';
import { normalize } from '../search/normalize.ts';
import type { CallControl } from '../../shared/sqlite/serve-store.ts';
import type { StoreContext } from '../store-context.ts';
import { conversationColumns, readConversation, type ConversationRow } from './conversation-row.ts';
import { putInFolder } from './folders.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** What a conversation begins with. */
export interface NewConversation {
  /** Defaults to a new id. */
  readonly id?: string;
  readonly kind: Conversation['kind'];
  readonly title: string;
  readonly settings: ConversationSettings;
  /** Created if it does not exist. Defaults to no folder. */
  readonly folder?: string | undefined;
}

/** The id prefix of conversations that an import is still writing. The trash neither shows nor deletes them. */
export const unfinishedPrefix = 'importing-';

const inTrash = `trashed_at IS NOT NULL AND id NOT GLOB '${unfinishedPrefix}*'`;

const scopeConditions: Readonly<Record<ConversationScope, string>> = {
  current: 'trashed_at IS NULL AND is_archived = 0',
  archived: 'trashed_at IS NULL AND is_archived = 1',
  trash: inTrash,
};

export interface ConversationIds {
  readonly ids: readonly string[];
}

export type Conversations = ReturnType<typeof createConversations>;

/** Reads and writes conversations, without their messages. */
export function createConversations({ db, now, changed, purged, purgedMessages }: StoreContext) {
  const row = (id: string): ConversationRow | undefined =>
    db.one<ConversationRow>(`SELECT ${conversationColumns} FROM conversation WHERE id = ?`, id);

  const read = (id: string): Result<Conversation> => {
    const found = row(id);
    return found ? ok(readConversation(found)) : fail('conversation-not-found');
  };

  const each = (ids: readonly string[], work: (found: ConversationRow) => void): Result<undefined> =>
    db.transaction(() => {
      for (const id of ids) {
        const found = row(id);
        if (found) work(found);
      }
      return ok(undefined);
    });

  const setTitle = (key: number, title: string): void => {
    const clean = cleanTitle(title);
    db.run('UPDATE conversation SET title = ?, normalized_title = ? WHERE key = ?', clean, normalize(clean), key);
  };

  return {
    row,
    read,
    byKeys: (keys: Iterable<number>): readonly Conversation[] =>
      db
        .all<ConversationRow>(
          `SELECT ${conversationColumns} FROM conversation WHERE key IN (SELECT value FROM json_each(?))`,
          JSON.stringify([...keys]),
        )
        .map(readConversation),
    list: ({ shelf, folder, kind, cursor, limit }: ListRequest): Result<ConversationPage> => {
      const after = readCursor(cursor, 3);
      if (!after.ok) return after;
      const conditions = [scopeConditions[shelf]];
      const values: (string | number)[] = [];
      if (folder !== undefined) {
        conditions.push(folder === null ? 'folder IS NULL' : 'folder = ?');
        if (folder !== null) values.push(folder);
      }
      if (kind !== undefined) {
        conditions.push('kind = ?');
        values.push(kind);
      }
      if (after.value) {
        conditions.push('(is_pinned, updated_at, key) < (?, ?, ?)');
        values.push(...after.value);
      }
      const rows = db.all<ConversationRow>(
        `SELECT ${conversationColumns} FROM conversation WHERE ${conditions.join(' AND ')}
         ORDER BY is_pinned DESC, updated_at DESC, key DESC LIMIT ?`,
        ...values,
        limit + 1,
      );
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return ok({
        conversations: page.map(readConversation),
        next: rows.length > limit && last ? writeCursor([last.is_pinned, last.updated_at, last.key]) : null,
      });
    },
    begin: ({ id = randomUUID(), kind, title, settings, folder }: NewConversation): Result<Conversation> =>
      db.transaction(() => {
        const at = Math.round(now());
        const clean = cleanTitle(title);
        db.run(
          `INSERT INTO conversation (id, kind, title, normalized_title, is_named, created_at, updated_at, is_pinned, is_archived, settings)
           VALUES (?, ?, ?, ?, 0, ?, ?, 0, 0, ?)`,
          id,
          kind,
          clean,
          normalize(clean),
          at,
          at,
          JSON.stringify(settings),
        );
        const begun = row(id);
        if (!begun) return fail('conversation-not-found');
        if (folder !== undefined) putInFolder(db, begun.key, folder);
        changed.add(begun.key);
        return read(id);
      }),
    change: ({ id, change }: { readonly id: string; readonly change: ConversationChange }): Result<Conversation> =>
      db.transaction(() => {
        const found = row(id);
        if (!found) return fail('conversation-not-found');
        const { key } = found;
        if (change.title !== undefined) {
          setTitle(key, change.title);
          db.run('UPDATE conversation SET is_named = 1 WHERE key = ?', key);
        }
        if (change.folder !== undefined) putInFolder(db, key, change.folder);
        if (change.isPinned !== undefined) db.run('UPDATE conversation SET is_pinned = ? WHERE key = ?', Number(change.isPinned), key);
        if (change.isArchived !== undefined) {
          db.run('UPDATE conversation SET is_archived = ? WHERE key = ?', Number(change.isArchived), key);
        }
        if (change.settings !== undefined) {
          db.run('UPDATE conversation SET settings = ? WHERE key = ?', JSON.stringify(change.settings), key);
        }
        changed.add(key);
        return read(id);
      }),
    /** Sets a title made by a model, unless the user has named the conversation. */
    suggestTitle: ({ id, title }: { readonly id: string; readonly title: string }): Result<Conversation> =>
      db.transaction(() => {
        const found = row(id);
        if (!found) return fail('conversation-not-found');
        if (found.is_named === 1 || cleanTitle(title) === '') return ok(readConversation(found));
        setTitle(found.key, title);
        changed.add(found.key);
        return read(id);
      }),
    trash: ({ ids }: ConversationIds) =>
      each(ids, ({ key }) => {
        db.run('UPDATE conversation SET trashed_at = coalesce(trashed_at, ?) WHERE key = ?', Math.round(now()), key);
        changed.add(key);
      }),
    restore: ({ ids }: ConversationIds) =>
      each(ids, ({ key }) => {
        db.run('UPDATE conversation SET trashed_at = NULL WHERE key = ?', key);
        changed.add(key);
      }),
    purge: ({ ids }: ConversationIds) =>
      each(ids, ({ key, id }) => {
        const own = db.all<{ id: string }>("SELECT id FROM message WHERE conversation = ? AND role = 'user'", key);
        for (const message of own) purgedMessages.add(message.id);
        db.run('DELETE FROM message WHERE conversation = ?', key);
        db.run('DELETE FROM conversation WHERE key = ?', key);
        purged.add(id);
      }),
  };
}

/** Returns the title as one line of well-formed text, because SQLite would not return a lone surrogate unchanged. */
export function cleanTitle(title: string): string {
  return title
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** So many go at once: each takes its messages and their index along. */
const atOnce = 20;

/** Deletes for good what is in the trash now, in steps: others get their turn in between. */
export async function emptyTrash(
  { db }: StoreContext,
  conversations: Conversations,
  { signal, reportChanges }: Pick<CallControl, 'signal' | 'reportChanges'>,
): Promise<Result<undefined>> {
  if (db.isReadOnly) return fail('database-read-only', { database: 'history' });
  const last = db.one<{ at: number | null }>(`SELECT max(trashed_at) AS at FROM conversation WHERE ${inTrash}`)?.at;
  for (;;) {
    if (signal.aborted) return fail('trash-emptying-canceled');
    // What comes into the trash meanwhile is not what the user said yes to.
    const ids = db
      .all<{ id: string }>(`SELECT id FROM conversation WHERE ${inTrash} AND trashed_at <= ? LIMIT ?`, last ?? 0, atOnce)
      .map(({ id }) => id);
    if (ids.length === 0) return ok(undefined);
    const purged = conversations.purge({ ids });
    if (!purged.ok) return purged;
    reportChanges();
    await nextTurn();
  }
}

/** Encodes a position in a list as text. */
export function writeCursor(numbers: readonly number[]): string {
  return numbers.join('.');
}

/** Decodes a position of `count` numbers. Returns undefined, the beginning, if there is no cursor. */
export function readCursor(cursor: string | undefined, count: number): Result<readonly number[] | undefined> {
  if (cursor === undefined) return ok(undefined);
  const numbers = cursor.split('.').map((text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN));
  if (numbers.length !== count || numbers.some((number) => !Number.isSafeInteger(number))) {
    return fail('list-position-unknown');
  }
  return ok(numbers);
}
