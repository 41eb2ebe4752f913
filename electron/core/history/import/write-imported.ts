import { separateTokens, withoutTokens } from '../repository/tokens.ts';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok } from '../../../contract/failure.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import type { ImportedConversation, ImportedMessage } from '../export/export-format.ts';
import { maxImages } from '../../../contract/constants.ts';
import type { Image } from '../../../contract/image.ts';
import { prepareImage } from '../../shared/images/prepare-image.ts';
import { putImage, useImages } from '../repository/images.ts';
import { historyText } from '../text.ts';
import { normalize } from '../search/normalize.ts';
import { cleanTitle, unfinishedPrefix } from '../repository/conversations.ts';
import { putInFolder } from '../repository/folders.ts';
import { nextKey } from '../repository/message-body.ts';

const maxTitle = 300;
/** More messages than this are written in several transactions, so that other calls are not held up. */
export const messagesAtOnce = 2000;

/** Writes a conversation. Returns its key, or undefined if one with its id exists already. */
export function writeImported(db: Database, conversation: ImportedConversation, now: number): number | undefined {
  const id = idFor(conversation.id);
  if (exists(db, id)) return undefined;
  const key = writeConversation(db, conversation, id, now);
  const writer = createMessageWriter(db, key, now);
  for (const message of parentsFirst(conversation.messages)) writer.write(message);
  writeLeaf(db, key, writer.leafOf(conversation));
  return key;
}

/**
 * Writes a long conversation in steps. Until it is complete, it is hidden in the trash under a temporary id. If the signal or the process ends
 * before, nothing of it stays.
 */
export async function writeImportedInSteps(
  db: Database,
  conversation: ImportedConversation,
  now: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const id = idFor(conversation.id);
  if (exists(db, id)) return undefined;
  const hidden = { ...conversation, trashedAt: now };
  const key = writeConversation(db, hidden, `${unfinishedPrefix}${randomUUID()}`, now);
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
    if (exists(db, id)) {
      deleteConversation(db, key);
      return undefined;
    }
    db.transaction(() => {
      db.run('UPDATE conversation SET id = ?, trashed_at = ? WHERE key = ?', id, pastTimeOrNull(conversation.trashedAt, now), key);
      writeLeaf(db, key, writer.leafOf(conversation));
      return ok(undefined);
    });
    return key;
  } catch (error) {
    deleteConversation(db, key);
    throw error;
  }
}

/** Deletes the conversations of imports that never ended, at the next start. */
export function forgetUnfinished(db: Database): void {
  for (const { key } of db.all<{ key: number }>('SELECT key FROM conversation WHERE id GLOB ?', `${unfinishedPrefix}*`))
    deleteConversation(db, key);
}

function idFor(id: string): string {
  return /^[\w-]{1,100}$/.test(id) && !id.startsWith(unfinishedPrefix) ? id : randomUUID();
}

function exists(db: Database, id: string): boolean {
  return db.one('SELECT 1 FROM conversation WHERE id = ?', id) !== undefined;
}

function deleteConversation(db: Database, key: number): void {
  db.run('DELETE FROM message WHERE conversation = ?', key);
  db.run('DELETE FROM conversation WHERE key = ?', key);
}

/** Limits a time to the past, because a future one would stay at the top of the list. */
const pastTime = (at: number, now: number): number => Math.round(Math.min(Math.max(at, 0), now));
const pastTimeOrNull = (at: number | null, now: number): number | null => (at === null ? null : pastTime(at, now));

function writeConversation(db: Database, conversation: ImportedConversation, id: string, now: number): number {
  const title = cleanTitle(conversation.title.slice(0, maxTitle)) || 'Untitled';
  db.run(
    `INSERT INTO conversation (id, kind, title, normalized_title, is_named, created_at, updated_at, is_pinned, is_archived, trashed_at, settings)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    conversation.kind,
    title,
    normalize(title),
    Number(conversation.isNamedByUser),
    pastTime(conversation.createdAt, now),
    pastTime(conversation.updatedAt, now),
    Number(conversation.isPinned),
    Number(conversation.isArchived),
    pastTimeOrNull(conversation.trashedAt, now),
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

/** Writes the messages of a conversation, parents first, and finds the end of its branch in use. */
function createMessageWriter(db: Database, conversation: number, now: number) {
  const keys = new Map<string, number>();
  let newest: number | null = null;
  return {
    write: (message: ImportedMessage): void => {
      const at = pastTime(message.createdAt, now);
      const key = nextKey(db, at);
      const parent = message.parentId === null ? undefined : keys.get(message.parentId);
      writeMessage(db, conversation, key, parent ?? null, at, message);
      keys.set(message.id, key);
      newest = key;
    },
    leafOf: ({ leafId }: ImportedConversation): number | null => (leafId === null ? undefined : keys.get(leafId)) ?? newest,
  };
}

/** Sorts messages from the roots down. One without a known parent is a root; a cycle is left out. */
function parentsFirst(messages: readonly ImportedMessage[]): readonly ImportedMessage[] {
  const known = new Set(messages.map(({ id }) => id));
  const below = Map.groupBy(messages, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null));
  const ordered: ImportedMessage[] = [];
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

/** Saves the images of a message. Notes those that can't be saved in its text. */
function readBody(db: Database, message: Exclude<ImportedMessage, { role: 'assistant' }>) {
  const { id: _, parentId: __, createdAt: ___, role: ____, images: imported = [], ...rest } = message;
  const images: Image[] = [];
  const left: string[] = [];
  for (const { name, alternative, read } of imported) {
    const prepared = images.length < maxImages ? prepareImage(read()) : undefined;
    if (prepared?.ok) {
      putImage(db, prepared.value);
      images.push({ ...prepared.value.image, name: name.slice(0, 300) || historyText.import.imageName, alternative });
    } else left.push(historyText.import.notImportedHere(name || historyText.import.image));
  }
  const text = [rest.text, ...left].filter(Boolean).join('\n\n');
  return { body: { ...rest, text, ...(images.length > 0 ? { images } : {}) }, images };
}

function writeMessage(db: Database, conversation: number, key: number, parent: number | null, at: number, message: ImportedMessage): void {
  const isFree = /^[\w-]{1,100}$/.test(message.id) && !db.one('SELECT 1 FROM message WHERE id = ?', message.id);
  const answer = message.role === 'assistant' ? message : undefined;
  const { body, images } =
    message.role === 'assistant'
      ? { body: { answer: withoutTokens(message.answer), failure: message.failure }, images: [] }
      : readBody(db, message);
  db.run(
    'INSERT INTO message (key, id, conversation, parent, role, created_at, state, model, mode, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    key,
    isFree ? message.id : randomUUID(),
    conversation,
    parent,
    message.role,
    at,
    // no run will ever finish it here
    answer?.state === 'running' ? 'interrupted' : (answer?.state ?? null),
    answer?.model ?? null,
    answer?.mode ?? null,
    JSON.stringify(body),
  );
  useImages(db, key, images);
  if (answer?.answer.logprobs) {
    const separate = { answer: separateTokens(db, key, answer.answer), failure: answer.failure };
    db.run('UPDATE message SET body = ? WHERE key = ?', JSON.stringify(separate), key);
  }
  if (answer?.request) db.run('INSERT INTO request (message, body) VALUES (?, ?)', key, JSON.stringify(answer.request));
  db.run('INSERT INTO unindexed (message) VALUES (?)', key);
}
