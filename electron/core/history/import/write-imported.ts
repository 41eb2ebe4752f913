import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { PortableConversation, PortableMessage } from '../portable/portable-conversation.ts';
import { fold } from '../search/fold.ts';
import { cleanTitle } from '../tree/conversations.ts';
import { putInFolder } from '../tree/folders.ts';
import { nextKey } from '../tree/message-key.ts';

const longestTitle = 300;

/** Writes a conversation as it came; gives its key, or undefined where one of that id is here already. */
export function writeImported(db: Database, conversation: PortableConversation, now: number): number | undefined {
  const id = /^[\w-]{1,100}$/.test(conversation.id) ? conversation.id : randomUUID();
  if (db.one('SELECT 1 FROM conversation WHERE id = ?', id)) return undefined;
  // Times to come would stand above everything for ever.
  const moment = (at: number): number => Math.round(Math.min(Math.max(at, 0), now));
  const title = cleanTitle(conversation.title.slice(0, longestTitle)) || 'Untitled';
  db.run(
    `INSERT INTO conversation (id, kind, title, folded_title, is_named, created_at, updated_at, is_pinned, is_archived, trashed_at, settings)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    conversation.kind,
    title,
    fold(title),
    Number(conversation.isNamedByUser),
    moment(conversation.createdAt),
    moment(conversation.updatedAt),
    Number(conversation.isPinned),
    Number(conversation.isArchived),
    conversation.trashedAt === null ? null : moment(conversation.trashedAt),
    JSON.stringify(conversation.settings),
  );
  const key = db.one<{ key: number }>('SELECT key FROM conversation WHERE id = ?', id)?.key ?? 0;
  const folder = cleanTitle(conversation.folder?.slice(0, 120) ?? '');
  if (folder !== '') putInFolder(db, key, folder);

  const keys = new Map<string, number>();
  let newest: number | null = null;
  for (const message of parentsFirst(conversation.messages)) {
    const messageKey = nextKey(db, moment(message.createdAt));
    const parent = message.parentId === null ? undefined : keys.get(message.parentId);
    writeMessage(db, key, messageKey, parent ?? null, moment(message.createdAt), message);
    keys.set(message.id, messageKey);
    newest = messageKey;
  }
  const leaf = (conversation.leafId === null ? undefined : keys.get(conversation.leafId)) ?? newest;
  db.run('UPDATE conversation SET leaf = ? WHERE key = ?', leaf, key);
  return key;
}

/** From the roots downwards; what hangs on nothing is a root, what hangs on itself is left out. */
function parentsFirst(messages: readonly PortableMessage[]): readonly PortableMessage[] {
  const known = new Set(messages.map(({ id }) => id));
  const below = Map.groupBy(messages, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
  const ordered: PortableMessage[] = [];
  const taken = new Set<string>();
  const waiting = [...(below.get(null) ?? [])];
  for (let at = 0; at < waiting.length; at += 1) {
    const message = waiting[at];
    if (!message || taken.has(message.id)) continue;
    taken.add(message.id);
    ordered.push(message);
    for (const child of below.get(message.id) ?? []) waiting.push(child);
  }
  return ordered;
}

function writeMessage(db: Database, conversation: number, key: number, parent: number | null, at: number, message: PortableMessage): void {
  const isFree = /^[\w-]{1,100}$/.test(message.id) && !db.one('SELECT 1 FROM message WHERE id = ?', message.id);
  const { id: _, parentId: __, createdAt: ___, role, ...rest } = message;
  const answer = message.role === 'assistant' ? message : undefined;
  const body = answer ? { answer: answer.answer, failure: answer.failure } : rest;
  db.run(
    'INSERT INTO message (key, id, conversation, parent, role, created_at, state, model, mode, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    key,
    isFree ? message.id : randomUUID(),
    conversation,
    parent,
    role,
    at,
    // Nobody is going to end it here.
    answer?.state === 'running' ? 'interrupted' : (answer?.state ?? null),
    answer?.model ?? null,
    answer?.mode ?? null,
    JSON.stringify(body),
  );
  if (answer?.request) db.run('INSERT INTO request (message, body) VALUES (?, ?)', key, JSON.stringify(answer.request));
  db.run('INSERT INTO unindexed (message) VALUES (?)', key);
}
