import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok } from '../../../contract/failure.ts';
import type { Database } from '../database/database.ts';
import type { ExportedConversation, ExportedMessage } from '../export/export-format.ts';
import { normalize } from '../search/normalize.ts';
import { cleanTitle } from '../repository/conversations.ts';
import { putInFolder } from '../repository/folders.ts';
import { nextKey } from '../repository/message-key.ts';

const longestTitle = 300;
/** More messages than this are written in several transactions, so that others get their turn in between. */
export const messagesAtOnce = 2000;
/** The id of a conversation that is still being written; nobody else gives such an id, and what is left of one is deleted. */
const unfinished = 'importing-';

/** Writes a conversation as it came; gives its key, or undefined where one of that id is here already. */
export function writeImported(db: Database, conversation: ExportedConversation, now: number): number | undefined {
  const id = idFor(conversation.id);
  if (isHere(db, id)) return undefined;
  const key = writeConversation(db, conversation, id, now);
  const writer = createMessageWriter(db, key, now);
  for (const message of parentsFirst(conversation.messages)) writer.write(message);
  writeLeaf(db, key, writer.leafOf(conversation));
  return key;
}

/**
 * The same in steps, for a long conversation. Until its end it is in the trash under an id of its own; without an end, because the
 * signal or the process put an end to it, nothing of it stays.
 */
export async function writeImportedInSteps(
  db: Database,
  conversation: ExportedConversation,
  now: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const id = idFor(conversation.id);
  if (isHere(db, id)) return undefined;
  const hidden = { ...conversation, trashedAt: now };
  const key = writeConversation(db, hidden, `${unfinished}${randomUUID()}`, now);
  try {
    const writer = createMessageWriter(db, key, now);
    const messages = parentsFirst(conversation.messages);
    for (let from = 0; from < messages.length; from += messagesAtOnce) {
      db.transaction(() => {
        for (const message of messages.slice(from, from + messagesAtOnce)) writer.write(message);
        return ok(undefined);
      });
      await nextTurn(undefined, { signal });
    }
    if (isHere(db, id)) {
      forget(db, key);
      return undefined;
    }
    db.transaction(() => {
      db.run('UPDATE conversation SET id = ?, trashed_at = ? WHERE key = ?', id, momentOrNull(conversation.trashedAt, now), key);
      writeLeaf(db, key, writer.leafOf(conversation));
      return ok(undefined);
    });
    return key;
  } catch (error) {
    forget(db, key);
    throw error;
  }
}

/** Deletes what an import left that never came to its end. */
export function forgetUnfinished(db: Database): void {
  for (const { key } of db.all<{ key: number }>('SELECT key FROM conversation WHERE id GLOB ?', `${unfinished}*`)) forget(db, key);
}

function idFor(id: string): string {
  return /^[\w-]{1,100}$/.test(id) && !id.startsWith(unfinished) ? id : randomUUID();
}

function isHere(db: Database, id: string): boolean {
  return db.one('SELECT 1 FROM conversation WHERE id = ?', id) !== undefined;
}

function forget(db: Database, key: number): void {
  db.run('DELETE FROM message WHERE conversation = ?', key);
  db.run('DELETE FROM conversation WHERE key = ?', key);
}

/** Times to come would stand above everything for ever. */
const moment = (at: number, now: number): number => Math.round(Math.min(Math.max(at, 0), now));
const momentOrNull = (at: number | null, now: number): number | null => (at === null ? null : moment(at, now));

function writeConversation(db: Database, conversation: ExportedConversation, id: string, now: number): number {
  const title = cleanTitle(conversation.title.slice(0, longestTitle)) || 'Untitled';
  db.run(
    `INSERT INTO conversation (id, kind, title, folded_title, is_named, created_at, updated_at, is_pinned, is_archived, trashed_at, settings)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    conversation.kind,
    title,
    normalize(title),
    Number(conversation.isNamedByUser),
    moment(conversation.createdAt, now),
    moment(conversation.updatedAt, now),
    Number(conversation.isPinned),
    Number(conversation.isArchived),
    momentOrNull(conversation.trashedAt, now),
    JSON.stringify(conversation.settings),
  );
  const key = db.one<{ key: number }>('SELECT key FROM conversation WHERE id = ?', id)?.key ?? 0;
  const folder = cleanTitle(conversation.folder?.slice(0, 120) ?? '');
  if (folder !== '') putInFolder(db, key, folder);
  return key;
}

function writeLeaf(db: Database, conversation: number, leaf: number | null): void {
  db.run('UPDATE conversation SET leaf = ? WHERE key = ?', leaf, conversation);
}

/** Writes the messages of a conversation, parents before their children, and knows where its branch in use ends. */
function createMessageWriter(db: Database, conversation: number, now: number) {
  const keys = new Map<string, number>();
  let newest: number | null = null;
  return {
    write: (message: ExportedMessage): void => {
      const at = moment(message.createdAt, now);
      const key = nextKey(db, at);
      const parent = message.parentId === null ? undefined : keys.get(message.parentId);
      writeMessage(db, conversation, key, parent ?? null, at, message);
      keys.set(message.id, key);
      newest = key;
    },
    leafOf: ({ leafId }: ExportedConversation): number | null => (leafId === null ? undefined : keys.get(leafId)) ?? newest,
  };
}

/** From the roots downwards; what hangs on nothing is a root, what hangs on itself is left out. */
function parentsFirst(messages: readonly ExportedMessage[]): readonly ExportedMessage[] {
  const known = new Set(messages.map(({ id }) => id));
  const below = Map.groupBy(messages, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
  const ordered: ExportedMessage[] = [];
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

function writeMessage(db: Database, conversation: number, key: number, parent: number | null, at: number, message: ExportedMessage): void {
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
