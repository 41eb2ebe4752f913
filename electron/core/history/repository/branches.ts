import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { MessagePage } from '../../../contract/history.ts';
import type { StoreContext } from '../store-context.ts';
import { readConversation, type ConversationRow } from './conversation-row.ts';
import type { Conversations } from './conversations.ts';
import type { Messages } from './messages.ts';

/** The window offers Undo for a moment only. The month lets a user restore a message from the file by hand. */
const deletedRetentionMs = 30 * 86_400_000;

/** Reads and switches the branch in use, and deletes and restores branches. */
export function createBranches(
  { db, now, changed, purgedMessages, deletedMessages }: StoreContext,
  conversations: Conversations,
  messages: Messages,
) {
  const { pathKeys } = messages;

  /** Returns the end of the newest branch below a message. */
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

  const pageOf = (row: ConversationRow, keys: readonly number[], start: number, end: number): MessagePage => ({
    conversation: readConversation(row),
    messages: messages.read(keys.slice(start, end)),
    hasOlder: start > 0,
    hasNewer: end < keys.length,
  });

  const neighbours = (id: string, messageId: string, limit: number, direction: 'older' | 'newer'): Result<MessagePage> => {
    const row = conversations.row(id);
    if (!row) return fail('conversation-not-found');
    const keys = pathKeys(row.leaf);
    const at = keys.indexOf(messages.position(messageId)?.key ?? -1);
    if (at < 0) return fail('message-not-found');
    return ok(
      direction === 'older'
        ? pageOf(row, keys, Math.max(0, at - limit), at)
        : pageOf(row, keys, at + 1, Math.min(keys.length, at + 1 + limit)),
    );
  };

  /** Returns the new end of the branch in use after one of its messages is deleted: that of a sibling, or the parent. */
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
    /** Returns the end of the branch in use. With `at`, returns the page around that message, whose branch becomes the one in use. */
    open: ({ id, at, limit }: { readonly id: string; readonly at: string | null; readonly limit: number }): Result<MessagePage> => {
      const row = conversations.row(id);
      if (!row) return fail('conversation-not-found');
      const keys = pathKeys(row.leaf);
      if (at === null) return ok(pageOf(row, keys, Math.max(0, keys.length - limit), keys.length));
      const position = messages.position(at);
      if (position?.conversation !== row.key) return fail('message-not-found');
      const isInUse = keys.includes(position.key);
      const leaf = isInUse ? row.leaf : newestEnd(row.key, position.key);
      if (!isInUse) setLeaf(row.key, leaf);
      const branch = isInUse ? keys : pathKeys(leaf);
      const end = Math.min(branch.length, Math.max(branch.indexOf(position.key) + Math.ceil(limit / 2), limit));
      return ok(pageOf(row, branch, Math.max(0, end - limit), end));
    },
    older: ({ id, before, limit }: { readonly id: string; readonly before: string; readonly limit: number }) =>
      neighbours(id, before, limit, 'older'),
    newer: ({ id, after, limit }: { readonly id: string; readonly after: string; readonly limit: number }) =>
      neighbours(id, after, limit, 'newer'),
    /** Deletes a message and all that follow it, until it is restored. */
    deleteMessage: ({ messageId }: { readonly messageId: string }): Result<undefined> =>
      db.transaction(() => {
        const position = messages.position(messageId);
        if (!position) return fail('message-not-found');
        if (isInTrash(position.conversation)) return fail('conversation-in-trash');
        const leaf = db.one<{ leaf: number | null }>('SELECT leaf FROM conversation WHERE key = ?', position.conversation)?.leaf ?? null;
        const deleted = db.all<{ id: string }>(
          `WITH RECURSIVE below (key) AS (SELECT ?1 UNION ALL SELECT m.key FROM below JOIN message m ON m.parent = below.key)
           UPDATE message SET removed_with = ?1 WHERE removed_with IS NULL AND key IN (SELECT key FROM below) RETURNING id`,
          position.key,
        );
        db.run('INSERT OR REPLACE INTO removal (message, removed_at, former_leaf) VALUES (?, ?, ?)', position.key, Math.round(now()), leaf);
        if (pathKeys(leaf).includes(position.key)) setLeaf(position.conversation, leafWithout(position.conversation, position));
        changed.add(position.conversation);
        for (const { id } of deleted) deletedMessages.add(id);
        return ok(undefined);
      }),
    /** Removes messages for good that were deleted long ago. */
    forgetDeleted: (): Result<undefined> =>
      db.transaction(() => {
        const forgotten = db.all<{ id: string }>(
          `WITH RECURSIVE below (key) AS (SELECT message FROM removal WHERE removed_at < ?
           UNION SELECT m.key FROM below JOIN message m ON m.parent = below.key)
           DELETE FROM message WHERE key IN (SELECT key FROM below) RETURNING id`,
          Math.round(now() - deletedRetentionMs),
        );
        for (const { id } of forgotten) purgedMessages.add(id);
        return ok(undefined);
      }),
    restoreMessage: ({ messageId }: { readonly messageId: string }): Result<undefined> =>
      db.transaction(() => {
        const removed = db.one<{ key: number; conversation: number; parent: number | null; former_leaf: number | null }>(
          `SELECT m.key, m.conversation, m.parent, r.former_leaf FROM message m JOIN removal r ON r.message = m.key
           WHERE m.id = ? AND m.removed_with = m.key`,
          messageId,
        );
        if (!removed) return fail('message-not-found');
        const { key, conversation, parent } = removed;
        if (isInTrash(conversation)) return fail('conversation-in-trash');
        const hasParent = parent === null || db.one('SELECT 1 FROM message WHERE key = ? AND removed_with IS NULL', parent);
        if (!hasParent) return fail('message-parent-deleted');
        db.run('UPDATE message SET removed_with = NULL WHERE removed_with = ?', key);
        db.run('DELETE FROM removal WHERE message = ?', key);
        const formerPath = pathKeys(removed.former_leaf);
        const hasFormerLeaf =
          formerPath.includes(key) &&
          db.one('SELECT 1 FROM message WHERE key = ? AND removed_with IS NULL', removed.former_leaf) !== undefined;
        setLeaf(conversation, hasFormerLeaf ? removed.former_leaf : newestEnd(conversation, key));
        changed.add(conversation);
        return ok(undefined);
      }),
  };
}
