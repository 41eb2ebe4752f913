import { randomUUID } from 'node:crypto';
import type { AnswerDelta } from '../../../contract/answer.ts';
import { ok, type Result } from '../../../contract/failure.ts';
import { answerStateSchema, type StoredMessage } from '../../../contract/history.ts';
import { modeSchema } from '../../../contract/profile.ts';
import { noConversation, noMessage } from '../database/not-found.ts';
import type { NewMessage } from '../new-message.ts';
import type { StoreContext } from '../store-context.ts';
import { emptyAnswer, readBody, type AnswerBody, type MessageBody } from './message-body.ts';
import { nextKey } from './message-key.ts';
import { applyDeltas } from './apply-deltas.ts';

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

/** Where a message stands. */
export interface MessagePosition {
  readonly key: number;
  readonly conversation: number;
  readonly parent: number | null;
  readonly role: string;
  readonly state: string | null;
}

const rowSql = `SELECT m.key, m.id, m.conversation, c.id AS conversation_id, m.parent, p.id AS parent_id, m.role, m.created_at,
  m.state, m.model, m.mode, m.body FROM message m JOIN conversation c ON c.key = m.conversation LEFT JOIN message p ON p.key = m.parent`;

/** Reads the messages of the trees, and adds to them. */
export interface Messages {
  readonly place: (messageId: string) => MessagePosition | undefined;
  /** In the order of the keys given. */
  readonly read: (keys: readonly number[]) => readonly StoredMessage[];
  readonly message: (messageId: string) => Result<StoredMessage>;
  /** An answer with the growth that has been saved since. */
  readonly grownBody: (row: { readonly key: number; readonly body: string }) => AnswerBody;
  /** Its conversation has something new. */
  readonly touch: (conversation: number) => void;
  readonly path: (messageId: string) => Result<readonly StoredMessage[]>;
  readonly add: (message: NewMessage) => Result<StoredMessage>;
}

/** The messages of one database. */
export function createMessages({ db, now, touched }: StoreContext): Messages {
  const place: Messages['place'] = (messageId) =>
    db.one<MessagePosition>('SELECT key, conversation, parent, role, state FROM message WHERE id = ? AND removed_with IS NULL', messageId);

  const growthOf = (key: number): readonly AnswerDelta[] =>
    db
      .all<{ deltas: string }>('SELECT deltas FROM growth WHERE message = ? ORDER BY step', key)
      .flatMap(({ deltas }) => JSON.parse(deltas) as readonly AnswerDelta[]); // written by `grow` alone

  /** Its own answer, with the growth that has been saved since. */
  const grownBody = (row: { readonly key: number; readonly body: string }): AnswerBody => {
    const read = readBody('assistant', row.body);
    const body = read.role === 'assistant' ? read.body : { answer: emptyAnswer, failure: null };
    return { ...body, answer: { ...body.answer, parts: applyDeltas(body.answer.parts, growthOf(row.key)) } };
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

  const read: Messages['read'] = (keys) => {
    const rows = db.all<MessageRow>(`${rowSql} WHERE m.key IN (SELECT value FROM json_each(?))`, JSON.stringify(keys));
    const [first] = rows;
    if (!first) return [];
    const siblings = siblingsOf(first.conversation, [...new Set(rows.map(({ parent }) => parent))]);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return keys.flatMap((key) => {
      const row = byKey.get(key);
      if (!row) return [];
      const body: MessageBody = row.state === 'running' ? { role: 'assistant', body: grownBody(row) } : readBody(row.role, row.body);
      return [storedMessage(row, body, siblings.get(row.parent) ?? [row.id])];
    });
  };

  const message: Messages['message'] = (messageId) => {
    const found = place(messageId);
    const [stored] = found ? read([found.key]) : [];
    return stored ? ok(stored) : noMessage();
  };

  const touch = (conversation: number): void => {
    db.run('UPDATE conversation SET updated_at = max(updated_at, ?) WHERE key = ?', Math.round(now()), conversation);
    touched.add(conversation);
  };

  const parentKey = (parentId: string | null, conversation: number): Result<number | null> => {
    if (parentId === null) return ok(null);
    const parent = place(parentId);
    return parent?.conversation === conversation ? ok(parent.key) : noMessage();
  };

  return {
    place,
    read,
    message,
    grownBody,
    touch,
    path: (messageId) => {
      const found = place(messageId);
      if (!found) return noMessage();
      const keys = db.all<{ key: number }>(
        `WITH RECURSIVE up (key, parent, n) AS (SELECT key, parent, 0 FROM message WHERE key = ?
         UNION ALL SELECT m.key, m.parent, n + 1 FROM up JOIN message m ON m.key = up.parent) SELECT key FROM up ORDER BY n DESC`,
        found.key,
      );
      return ok(read(keys.map(({ key }) => key)));
    },
    add: (added) =>
      db.transaction(() => {
        const conversation = db.one<{ key: number }>('SELECT key FROM conversation WHERE id = ?', added.conversationId)?.key;
        if (conversation === undefined) return noConversation();
        const parent = parentKey(added.parentId, conversation);
        if (!parent.ok) return parent;
        const at = Math.round(now());
        const key = nextKey(db, at);
        const isAnswer = added.role === 'assistant';
        db.run(
          `INSERT INTO message (key, id, conversation, parent, role, created_at, state, model, mode, body)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          key,
          randomUUID(),
          conversation,
          parent.value,
          added.role,
          at,
          isAnswer ? 'running' : null,
          isAnswer ? added.model : null,
          isAnswer ? added.mode : null,
          JSON.stringify(bodyOf(added)),
        );
        if (!isAnswer) db.run('INSERT INTO unindexed (message) VALUES (?)', key);
        db.run('UPDATE conversation SET leaf = ? WHERE key = ?', key, conversation);
        touch(conversation);
        const [stored] = read([key]);
        return stored ? ok(stored) : noMessage();
      }),
  };
}

function bodyOf(added: NewMessage): MessageBody['body'] {
  switch (added.role) {
    case 'user':
      return { text: added.text, attachments: added.attachments };
    case 'assistant':
      return { answer: emptyAnswer, failure: null };
    case 'tool':
      return { callId: added.callId, name: added.name, text: added.text, isError: added.isError, by: added.by };
  }
}

function storedMessage(row: MessageRow, body: MessageBody, siblings: readonly string[]): StoredMessage {
  const place = {
    id: row.id,
    conversationId: row.conversation_id,
    parentId: row.parent_id,
    createdAt: row.created_at,
    siblings,
  };
  switch (body.role) {
    case 'user':
    case 'tool':
      // Written out twice by the compiler's wish: each role has its own fields.
      return body.role === 'user' ? { ...place, role: 'user', ...body.body } : { ...place, role: 'tool', ...body.body };
    case 'assistant':
      return {
        ...place,
        role: 'assistant',
        model: row.model ?? '',
        mode: modeSchema.safeParse(row.mode).data ?? null,
        state: answerStateSchema.safeParse(row.state).data ?? 'complete',
        ...body.body,
      };
  }
}
