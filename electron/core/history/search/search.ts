import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok, type Result } from '../../../contract/failure.ts';
import { cancelledCall } from '../../../contract/failures/fail.ts';
import type { SearchHit, SearchPage, SearchRequest } from '../../../contract/search.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { isUnwritable } from '../../shared/sqlite/failures.ts';
import { toConversationKind } from '../repository/conversation-row.ts';
import { readCursor, writeCursor } from '../repository/conversations.ts';
import { searchableText, keyOfTime } from '../repository/message-body.ts';
import { candidateSources, createFilter, type Candidate } from './candidates.ts';
import { excerptOf, readTerms, shortWords } from './search-terms.ts';
import { normalize } from './normalize.ts';

/** A page with at least one hit is returned after this time. The rest comes with the next page. */
const maxPageMs = 15;
/** Indexes recent messages first, so that they are found. After a large import the rest follows by itself. */
const catchUpMs = 100;
/** Titles stand above the messages, which should stay in sight. */
const maxTitles = 10;
const startOfList = Number.MAX_SAFE_INTEGER;
/**
 * Keys may be later than their time if an import had more messages in one second than it has keys; a day has room for a million.
 * Messages that are too new are filtered by their date.
 */
const spillMs = 86_400_000;
/** The latest time of a `Date`. */
const latestTime = 8.64e15;

/**
 * Finds titles, and below them messages, with all terms, newest first. Nothing is ranked, so common words are not slow. A cursor is the
 * key that all messages of the next page are below.
 */
export async function search(db: Database, index: TextIndex, request: SearchRequest, signal: AbortSignal): Promise<Result<SearchPage>> {
  const terms = readTerms(request.text);
  const cursor = readCursor(request.cursor, 1);
  if (!cursor.ok) return cursor;
  if (terms.all.length === 0) return ok({ hits: [], next: null });
  if (!cursor.value) catchUp(index);
  const started = performance.now();
  const hits: SearchHit[] = cursor.value ? [] : findTitles(db, terms.all, request);
  const maxHits = hits.length + request.limit;
  const filter = createFilter(db, request);
  const ends = messageKeys(db);
  const oldest = Math.max(keyOfTime(request.after ?? 0), ends.first);
  const newest = keyOfTime(Math.min((request.before ?? latestTime) + spillMs, latestTime));
  /** All messages from this key on have been checked. */
  let horizon = Math.min(cursor.value?.[0] ?? startOfList, newest, ends.last + 1);
  for (const source of candidateSources(db, terms, request)) {
    const floor = Math.max(source.floor, oldest);
    while (horizon > floor) {
      if (signal.aborted) return cancelledCall;
      if (hits.length > 0 && performance.now() - started > maxPageMs) return ok({ hits, next: writeCursor([horizon]) });
      const sliceEnds = performance.now() + maxPageMs;
      let checked = floor;
      for (const candidate of source.between(floor, horizon)) {
        const hit = filter(candidate) ? readHit(db, candidate, terms.all, source.isProven) : undefined;
        if (hit && hits.length === maxHits) return ok({ hits, next: writeCursor([candidate.key + 1]) });
        if (hit) hits.push(hit);
        if (performance.now() > sliceEnds) {
          checked = candidate.key;
          break;
        }
      }
      horizon = checked;
      await nextTurn(); // other calls run, and the caller may cancel
    }
  }
  return ok({ hits, next: null });
}

/** Indexes recent messages. On a full disk they aren't found, but all others are. The idle work reports the error. */
function catchUp(index: TextIndex): void {
  try {
    index.catchUp(catchUpMs);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}

/** Returns the ends of the range of keys. Uses two subqueries, because SQLite looks up a min or a max, but scans the table for both. */
function messageKeys(db: Database): { readonly first: number; readonly last: number } {
  const ends = db.one<{ first: number | null; last: number | null }>(
    'SELECT (SELECT min(key) FROM message) AS first, (SELECT max(key) FROM message) AS last',
  );
  return { first: ends?.first ?? 0, last: ends?.last ?? 0 };
}

/** Returns the newest matching titles. There is no index of titles, so each is checked. */
function findTitles(db: Database, terms: readonly string[], { folder, model, after = 0, before = latestTime }: SearchRequest): SearchHit[] {
  const rows = db.all<{ id: string; kind: string; title: string; updated_at: number }>(
    `SELECT id, kind, title, updated_at FROM conversation
     WHERE trashed_at IS NULL AND updated_at BETWEEN ?1 AND ?2 AND (?3 IS NULL OR folder = ?3)
       ${terms.map((_, at) => `AND instr(normalized_title, ?${at + 6}) > 0`).join(' ')}
       AND (?4 IS NULL OR EXISTS (SELECT 1 FROM message WHERE model = ?4 AND conversation = conversation.key))
     ORDER BY updated_at DESC, key DESC LIMIT ?5`,
    after,
    before,
    folder ?? null,
    model ?? null,
    maxTitles,
    ...terms,
  );
  return rows.map((row) => ({
    conversationId: row.id,
    kind: toConversationKind(row),
    title: row.title,
    messageId: null,
    role: 'title',
    at: row.updated_at,
    excerpt: excerptOf(row.title, terms) ?? [{ text: row.title, isHit: false }],
  }));
}

function readHit(db: Database, { key }: Candidate, terms: readonly string[], isProven: boolean): SearchHit | undefined {
  const row = db.one<{ id: string; role: string; created_at: number; body: string; conversation_id: string; kind: string; title: string }>(
    `SELECT m.id, m.role, m.created_at, m.body, c.id AS conversation_id, c.kind, c.title FROM message m
     JOIN conversation c ON c.key = m.conversation WHERE m.key = ?`,
    key,
  );
  if (!row) return undefined;
  const excerpt = excerptOf(searchableText(row.role, row.body), terms);
  if (!excerpt && !isProven) return undefined;
  return {
    conversationId: row.conversation_id,
    kind: toConversationKind(row),
    title: row.title,
    messageId: row.id,
    role: row.role === 'user' || row.role === 'tool' ? row.role : 'assistant',
    at: row.created_at,
    excerpt: excerpt ?? [],
  };
}

export type TextIndex = ReturnType<typeof createTextIndex>;

const maxAtOnce = 500;

/**
 * Indexes messages after they are written, so that no call waits for it. The transaction that writes a message marks it as unindexed, so
 * that a crash in between loses nothing.
 */
export function createTextIndex(db: Database) {
  const indexOne = (key: number): void => {
    const row = db.one<{ role: string; body: string }>('SELECT role, body FROM message WHERE key = ?', key);
    const text = row ? normalize(searchableText(row.role, row.body)) : '';
    db.run('DELETE FROM message_text WHERE rowid = ?', key);
    db.run('DELETE FROM short_word WHERE rowid = ?', key);
    db.run('INSERT INTO message_text (rowid, text) VALUES (?, ?)', key, text);
    db.run('INSERT INTO short_word (rowid, words) VALUES (?, ?)', key, shortWords(text));
    db.run('DELETE FROM unindexed WHERE message = ?', key);
  };

  return {
    /** Works for about this long. Returns whether there is more to do. */
    catchUp: (milliseconds: number): boolean => {
      if (db.isReadOnly) return false;
      const keys = db.all<{ message: number }>('SELECT message FROM unindexed ORDER BY message DESC LIMIT ?', maxAtOnce);
      if (keys.length === 0) return false;
      const end = performance.now() + milliseconds;
      let done = 0;
      // one transaction, because each adds an index segment that must be merged later
      db.transaction(() => {
        for (const { message } of keys) {
          indexOne(message);
          done += 1;
          if (performance.now() > end) break;
        }
        return ok(undefined);
      });
      return done < keys.length || keys.length === maxAtOnce;
    },
  };
}
