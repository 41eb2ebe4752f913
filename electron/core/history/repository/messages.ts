import { randomUUID } from 'node:crypto';
import type { AnswerDelta } from '../../../contract/answer.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { answerStateSchema, type StoredMessage } from '../../../contract/history.ts';
import { listImages } from '../../../contract/message-images.ts';
import { modeSchema } from '../../../contract/profile.ts';
import type { StoreContext } from '../store-context.ts';
import { areStored, useImages } from './images.ts';
import {
  applyDeltas,
  buildBody,
  emptyAnswer,
  nextKey,
  readBody,
  type AnswerBody,
  type MessageBody,
  type NewContent,
} from './message-body.ts';
import { withTokenCount } from './tokens.ts';

/**
 * A message to be added below its parent. It becomes the end of the branch in use, unless `childId` names a message below the same
 * parent that moves below the new one.
 */
export type NewMessage = { readonly conversationId: string; readonly parentId: string | null; readonly childId?: string } & NewContent;

/** A row of the table `message`, with its parent's id. */
interface MessageRow {
  readonly key: number;
  readonly id: string;
  readonly conversation: number;
  readonly conversation_id: string;
  readonly parent: number | null;
  readonly parent_id: string | null;
  readonly role: string;
  readonly created_at: number;
  readonly state: string | null;
  readonly model: string | null;
  readonly mode: string | null;
  readonly body: string;
}

/** A message without what it says. */
export interface MessagePosition {
  readonly key: number;
  readonly conversation: number;
  readonly parent: number | null;
  readonly role: string;
  readonly state: string | null;
}

const rowSql = `SELECT m.key, m.id, m.conversation, c.id AS conversation_id, m.parent, p.id AS parent_id, m.role, m.created_at,
  m.state, m.model, m.mode, m.body FROM message m JOIN conversation c ON c.key = m.conversation LEFT JOIN message p ON p.key = m.parent`;

export type Messages = ReturnType<typeof createMessages>;

/** Reads messages and adds new ones. */
export function createMessages({ db, now, changed }: StoreContext) {
  const position = (messageId: string): MessagePosition | undefined =>
    db.one<MessagePosition>('SELECT key, conversation, parent, role, state FROM message WHERE id = ? AND removed_with IS NULL', messageId);

  const deltasOf = (key: number): readonly AnswerDelta[] =>
    db
      .all<{ deltas: string }>('SELECT deltas FROM answer_delta WHERE message = ? ORDER BY step', key)
      .flatMap(({ deltas }) => JSON.parse(deltas) as readonly AnswerDelta[]); // written by `grow` alone

  /** Returns an answer's body with all saved deltas applied. */
  const currentBody = (row: { readonly key: number; readonly body: string }): AnswerBody => {
    const read = readBody('assistant', row.body);
    const body = read.role === 'assistant' ? read.body : { answer: emptyAnswer, failure: null };
    const answer = { ...body.answer, parts: applyDeltas(body.answer.parts, deltasOf(row.key)) };
    return { ...body, answer: withTokenCount(db, row.key, answer) };
  };

  const siblingsOf = (conversation: number, parents: readonly (number | null)[]): ReadonlyMap<number | null, readonly string[]> => {
    const below = db.all<{ parent: number | null; id: string }>(
      `SELECT parent, id FROM message WHERE conversation = ? AND parent IN (SELECT value FROM json_each(?)) AND removed_with IS NULL
       ORDER BY parent, key`,
      conversation,
      JSON.stringify(parents.filter((parent) => parent !== null)),
    );
    const roots = parents.includes(null)
      ? db.all<{ parent: number | null; id: string }>(
          'SELECT parent, id FROM message WHERE conversation = ? AND parent IS NULL AND removed_with IS NULL ORDER BY key',
          conversation,
        )
      : [];
    const groups = new Map<number | null, string[]>();
    for (const { parent, id } of [...below, ...roots]) {
      const group = groups.get(parent);
      if (group) group.push(id);
      else groups.set(parent, [id]);
    }
    return groups;
  };

  /** Returns the messages in the order of the keys. */
  const read = (keys: readonly number[]): readonly StoredMessage[] => {
    const rows = db.all<MessageRow>(`${rowSql} WHERE m.key IN (SELECT value FROM json_each(?))`, JSON.stringify(keys));
    const [first] = rows;
    if (!first) return [];
    const siblings = siblingsOf(first.conversation, [...new Set(rows.map(({ parent }) => parent))]);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return keys.flatMap((key) => {
      const row = byKey.get(key);
      if (!row) return [];
      const body: MessageBody = row.state === 'running' ? { role: 'assistant', body: currentBody(row) } : readBody(row.role, row.body);
      return [storedMessage(row, body, siblings.get(row.parent) ?? [row.id])];
    });
  };

  const message = (messageId: string): Result<StoredMessage> => {
    const found = position(messageId);
    const [stored] = found ? read([found.key]) : [];
    return stored ? ok(stored) : fail('message-not-found');
  };

  /** Notes that the conversation has changed. */
  const touch = (conversation: number): void => {
    db.run('UPDATE conversation SET updated_at = max(updated_at, ?) WHERE key = ?', Math.round(now()), conversation);
    changed.add(conversation);
  };

  /** Returns the keys from the root to this message. */
  const pathKeys = (key: number | null): readonly number[] =>
    db
      .all<{ key: number }>(
        `WITH RECURSIVE up (key, parent, n) AS (SELECT key, parent, 0 FROM message WHERE key = ?
         UNION ALL SELECT m.key, m.parent, n + 1 FROM up JOIN message m ON m.key = up.parent) SELECT key FROM up ORDER BY n DESC`,
        key,
      )
      .map((row) => row.key);

  /** Returns the key of a new message's parent, or null for the root. Fails if it is not in the conversation. */
  const findParent = (conversation: number, parentId: string | null): Result<number | null> => {
    if (parentId === null) return ok(null);
    const parent = position(parentId);
    return parent?.conversation === conversation ? ok(parent.key) : fail('message-not-found');
  };

  /** Adds a message, which becomes the end of the branch in use. Returns its key. Call it within a transaction. */
  const insert = (conversation: number, parent: number | null, content: NewContent): number => {
    const at = Math.round(now());
    const key = nextKey(db, at);
    const isAnswer = content.role === 'assistant';
    db.run(
      `INSERT INTO message (key, id, conversation, parent, role, created_at, state, model, mode, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      key,
      (content.role === 'user' ? content.id : undefined) ?? randomUUID(),
      conversation,
      parent,
      content.role,
      at,
      isAnswer ? 'running' : null,
      isAnswer ? content.model : null,
      isAnswer ? content.mode : null,
      JSON.stringify(buildBody(content)),
    );
    if (!isAnswer) db.run('INSERT INTO unindexed (message) VALUES (?)', key);
    useImages(db, key, listImages(content));
    db.run('UPDATE conversation SET leaf = ? WHERE key = ?', key, conversation);
    touch(conversation);
    return key;
  };

  /** Replaces what a message says, which becomes the end of the branch in use. Returns false if something follows it. */
  const replace = ({ key, conversation }: MessagePosition, content: NewContent): boolean => {
    if (db.one('SELECT 1 FROM message WHERE parent = ?', key)) return false;
    db.run('UPDATE message SET body = ? WHERE key = ?', JSON.stringify(buildBody(content)), key);
    db.run('INSERT OR IGNORE INTO unindexed (message) VALUES (?)', key);
    useImages(db, key, listImages(content));
    db.run('UPDATE conversation SET leaf = ? WHERE key = ?', key, conversation);
    touch(conversation);
    return true;
  };

  return {
    position,
    read,
    replace,
    pathKeys,
    findParent,
    insert,
    currentBody,
    touch,
    message,
    /** Returns the messages from the root to this one. */
    path: (messageId: string): Result<readonly StoredMessage[]> => {
      const found = position(messageId);
      return found ? ok(read(pathKeys(found.key))) : fail('message-not-found');
    },
    add: (added: NewMessage): Result<StoredMessage> =>
      db.transaction(() => {
        const found = db.one<{ key: number; leaf: number | null }>('SELECT key, leaf FROM conversation WHERE id = ?', added.conversationId);
        if (!found) return fail('conversation-not-found');
        if (!areStored(db, listImages(added))) return fail('image-not-stored');
        const parent = findParent(found.key, added.parentId);
        if (!parent.ok) return parent;
        const key = insert(found.key, parent.value, added);
        const child = added.childId === undefined ? undefined : position(added.childId);
        if (child?.parent === parent.value) {
          db.run('UPDATE message SET parent = ? WHERE key = ?', key, child.key);
          db.run('UPDATE conversation SET leaf = ? WHERE key = ?', found.leaf, found.key);
        }
        const [stored] = read([key]);
        return stored ? ok(stored) : fail('message-not-found');
      }),
  };
}

function storedMessage(row: MessageRow, body: MessageBody, siblings: readonly string[]): StoredMessage {
  const common = {
    id: row.id,
    conversationId: row.conversation_id,
    parentId: row.parent_id,
    createdAt: row.created_at,
    siblings,
  };
  switch (body.role) {
    case 'user':
      return { ...common, role: 'user', ...body.body };
    case 'tool':
      return { ...common, role: 'tool', ...body.body };
    case 'assistant':
      return {
        ...common,
        role: 'assistant',
        model: row.model ?? '',
        mode: modeSchema.safeParse(row.mode).data ?? null,
        state: answerStateSchema.safeParse(row.state).data ?? 'complete',
        ...body.body,
      };
  }
}
