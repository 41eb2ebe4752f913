import { failed, ok, type Result } from '../../../contract/failure.ts';
import type { MessagePage } from '../../../contract/history.ts';
import { inTrash, noConversation, noMessage } from '../database/not-found.ts';
import type { StoreContext } from '../store-context.ts';
import { readConversation, type ConversationRow } from './conversation-row.ts';
import type { Conversations } from './conversations.ts';
import type { Messages } from './messages.ts';

/** A deletion can be taken back in the moments after it; a month is for those who look into the file. */
const deletedKeptMs = 30 * 86_400_000;

/** Walks the branch in use, changes which one that is, and takes branches away and back. */
export interface Branches {
  readonly open: (id: string, at: string | null, limit: number) => Result<MessagePage>;
  readonly older: (id: string, before: string, limit: number) => Result<MessagePage>;
  readonly newer: (id: string, after: string, limit: number) => Result<MessagePage>;
  readonly deleteMessage: (messageId: string) => Result<undefined>;
  readonly restoreMessage: (messageId: string) => Result<undefined>;
  /** Messages that were deleted long ago are not to be brought back any more. */
  readonly forgetDeleted: () => Result<undefined>;
}

/** The branches of one database. */
export function createBranches({ db, now, touched }: StoreContext, conversations: Conversations, messages: Messages): Branches {
  /** From the root to this message. */
  const pathTo = (key: number | null): readonly number[] =>
    db
      .all<{ key: number }>(
        `WITH RECURSIVE up (key, parent, n) AS (SELECT key, parent, 0 FROM message WHERE key = ?
         UNION ALL SELECT m.key, m.parent, n + 1 FROM up JOIN message m ON m.key = up.parent) SELECT key FROM up ORDER BY n DESC`,
        key,
      )
      .map((row) => row.key);

  /** The end of the newest branch below a message. */
  const newestEnd = (conversation: number, from: number): number => {
    let end = from;
    for (;;) {
      const child = db.one<{ key: number | null }>(
        'SELECT max(key) AS key FROM message WHERE conversation = ? AND parent = ? AND removed_with IS NULL',
        conversation,
        end,
      )?.key;
      if (typeof child !== 'number') return end;
      end = child;
    }
  };

  const setLeaf = (conversation: number, leaf: number | null): void => {
    if (!db.isReadOnly) db.run('UPDATE conversation SET leaf = ? WHERE key = ?', leaf, conversation);
  };

  const isInTrash = (conversation: number): boolean =>
    db.one('SELECT 1 FROM conversation WHERE key = ? AND trashed_at IS NOT NULL', conversation) !== undefined;

  const stretch = (row: ConversationRow, keys: readonly number[], start: number, end: number): MessagePage => ({
    conversation: readConversation(row),
    messages: messages.read(keys.slice(start, end)),
    hasOlder: start > 0,
    hasNewer: end < keys.length,
  });

  const beside = (id: string, messageId: string, limit: number, direction: 'older' | 'newer'): Result<MessagePage> => {
    const row = conversations.row(id);
    if (!row) return noConversation();
    const keys = pathTo(row.leaf);
    const at = keys.indexOf(messages.place(messageId)?.key ?? -1);
    if (at < 0) return noMessage();
    return ok(
      direction === 'older'
        ? stretch(row, keys, Math.max(0, at - limit), at)
        : stretch(row, keys, at + 1, Math.min(keys.length, at + 1 + limit)),
    );
  };

  /** Where the branch in use goes on when one of its messages is taken away: a version beside it, or what came before. */
  const leafWithout = (conversation: number, removed: { readonly key: number; readonly parent: number | null }): number | null => {
    const sibling = db.one<{ key: number }>(
      `SELECT key FROM message WHERE conversation = ? AND parent IS ? AND key <> ? AND removed_with IS NULL
       ORDER BY key < ? DESC, abs(key - ?) LIMIT 1`,
      conversation,
      removed.parent,
      removed.key,
      removed.key,
      removed.key,
    );
    return sibling ? newestEnd(conversation, sibling.key) : removed.parent;
  };

  return {
    open: (id, at, limit) => {
      const row = conversations.row(id);
      if (!row) return noConversation();
      const keys = pathTo(row.leaf);
      if (at === null) return ok(stretch(row, keys, Math.max(0, keys.length - limit), keys.length));
      const place = messages.place(at);
      if (place?.conversation !== row.key) return noMessage();
      const isInUse = keys.includes(place.key);
      const leaf = isInUse ? row.leaf : newestEnd(row.key, place.key);
      if (!isInUse) setLeaf(row.key, leaf);
      const branch = isInUse ? keys : pathTo(leaf);
      const end = Math.min(branch.length, Math.max(branch.indexOf(place.key) + Math.ceil(limit / 2), limit));
      return ok(stretch(row, branch, Math.max(0, end - limit), end));
    },
    older: (id, before, limit) => beside(id, before, limit, 'older'),
    newer: (id, after, limit) => beside(id, after, limit, 'newer'),
    deleteMessage: (messageId) =>
      db.transaction(() => {
        const place = messages.place(messageId);
        if (!place) return noMessage();
        if (isInTrash(place.conversation)) return inTrash();
        const leaf = db.one<{ leaf: number | null }>('SELECT leaf FROM conversation WHERE key = ?', place.conversation)?.leaf ?? null;
        db.run(
          `WITH RECURSIVE below (key) AS (SELECT ?1 UNION ALL SELECT m.key FROM below JOIN message m ON m.parent = below.key)
           UPDATE message SET removed_with = ?1 WHERE removed_with IS NULL AND key IN (SELECT key FROM below)`,
          place.key,
        );
        db.run('INSERT OR REPLACE INTO removal (message, removed_at, former_leaf) VALUES (?, ?, ?)', place.key, Math.round(now()), leaf);
        if (pathTo(leaf).includes(place.key)) setLeaf(place.conversation, leafWithout(place.conversation, place));
        touched.add(place.conversation);
        return ok(undefined);
      }),
    forgetDeleted: () =>
      db.transaction(() => {
        db.run(
          `WITH RECURSIVE below (key) AS (SELECT message FROM removal WHERE removed_at < ?
           UNION SELECT m.key FROM below JOIN message m ON m.parent = below.key)
           DELETE FROM message WHERE key IN (SELECT key FROM below)`,
          Math.round(now() - deletedKeptMs),
        );
        return ok(undefined);
      }),
    restoreMessage: (messageId) =>
      db.transaction(() => {
        const removed = db.one<{ key: number; conversation: number; parent: number | null; former_leaf: number | null }>(
          `SELECT m.key, m.conversation, m.parent, r.former_leaf FROM message m JOIN removal r ON r.message = m.key
           WHERE m.id = ? AND m.removed_with = m.key`,
          messageId,
        );
        if (!removed) return noMessage();
        const { key, conversation, parent } = removed;
        if (isInTrash(conversation)) return inTrash();
        const isParentThere = parent === null || db.one('SELECT 1 FROM message WHERE key = ? AND removed_with IS NULL', parent);
        if (!isParentThere) {
          return failed('invalid-input', 'The message before this one is deleted too.', 'Bring that one back first.');
        }
        db.run('UPDATE message SET removed_with = NULL WHERE removed_with = ?', key);
        db.run('DELETE FROM removal WHERE message = ?', key);
        const former = pathTo(removed.former_leaf);
        const isFormerThere =
          former.includes(key) && db.one('SELECT 1 FROM message WHERE key = ? AND removed_with IS NULL', removed.former_leaf) !== undefined;
        setLeaf(conversation, isFormerThere ? removed.former_leaf : newestEnd(conversation, key));
        touched.add(conversation);
        return ok(undefined);
      }),
  };
}
