import { setImmediate as nextTurn } from 'node:timers/promises';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import type { SearchHit, SearchPage, SearchRequest } from '../../../contract/history.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { isUnwritable } from '../../shared/sqlite/failures.ts';
import { searchableText } from '../repository/message-body.ts';
import { toConversationKind } from '../repository/conversation-row.ts';
import { readCursor, writeCursor } from '../repository/cursor.ts';
import { keyOfTime } from '../repository/message-key.ts';
import { candidateSources, createFilter, type Candidate } from './candidates.ts';
import { excerptOf } from './excerpt.ts';
import { walkTitles, type RankedHit } from './title-search.ts';
import { readTerms } from './search-terms.ts';
import type { TextIndex } from './text-index.ts';

/** A page with at least one hit is returned after this time. The rest comes with the next page. */
const maxPageMs = 15;
/** Indexes recent messages first, so that they are found. After a large import the rest follows by itself. */
const catchUpMs = 100;
const startOfList = Number.MAX_SAFE_INTEGER;
/**
 * Keys may be later than their time if an import had more messages in one second than it has keys; a day has room for a million.
 * Messages that are too new are filtered by their date.
 */
const spillMs = 86_400_000;
/** The latest time of a `Date`. */
const latestTime = 8.64e15;

/** Finds titles and messages with all terms, newest first. Nothing is ranked, so common words are not slow. */
export async function search(db: Database, index: TextIndex, request: SearchRequest, signal: AbortSignal): Promise<Result<SearchPage>> {
  const terms = readTerms(request.text);
  const cursor = readCursor(request.cursor, 3);
  if (!cursor.ok) return cursor;
  if (terms.all.length === 0) return ok({ hits: [], next: null });
  if (!cursor.value) catchUp(index);
  const started = performance.now();
  const [messagesBelow = startOfList, titleAt = startOfList, titleKey = startOfList] = cursor.value ?? [];
  const start: PageStart = { messagesBelow, titlesBelow: [titleAt, titleKey] };
  const filter = createFilter(db, request);
  const titlesAbove = walkTitles(db, terms.all, filter, start.titlesBelow, request.limit + 1);

  const found: RankedHit[] = [];
  // two subqueries, because SQLite looks up a min or a max, but scans the table for both
  const ends = db.one<{ first: number | null; last: number | null }>(
    'SELECT (SELECT min(key) FROM message) AS first, (SELECT max(key) FROM message) AS last',
  );
  const oldest = Math.max(keyOfTime(filter.after), ends?.first ?? 0);
  /** All messages from this key on have been checked. */
  let horizon = Math.min(messagesBelow, keyOfTime(Math.min(filter.before + spillMs, latestTime)), (ends?.last ?? 0) + 1);
  for (const source of candidateSources(db, terms, filter.few)) {
    const floor = Math.max(source.floor, oldest);
    while (found.length <= request.limit && horizon > floor) {
      if (signal.aborted) return fail('search-canceled');
      if (performance.now() - started > maxPageMs) {
        const page = makePage(found, titlesAbove(horizon), horizon, start, request.limit);
        if (page.hits.length > 0) return ok(page);
      }
      const turnEnds = performance.now() + maxPageMs;
      let isInterrupted = false;
      for (const candidate of source.between(floor, horizon)) {
        horizon = candidate.key;
        const hit = filter.takes(candidate) ? readHit(db, candidate, terms.all, source.isProven) : undefined;
        if (hit) found.push({ hit, rank: candidate.key, position: [candidate.key] });
        isInterrupted = found.length > request.limit || performance.now() > turnEnds;
        if (isInterrupted) break;
      }
      if (!isInterrupted) horizon = floor;
      await nextTurn(); // other calls run, and the caller may cancel
    }
  }
  const end = found.length <= request.limit ? 0 : horizon;
  return ok(makePage(found, titlesAbove(end), end, start, request.limit));
}

/** Indexes recent messages. On a full disk they aren't found, but all others are. The idle work reports the error. */
function catchUp(index: TextIndex): void {
  try {
    index.catchUp(catchUpMs);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}

/** The start of a page in each of the two lists. */
interface PageStart {
  readonly messagesBelow: number;
  readonly titlesBelow: readonly [updatedAt: number, key: number];
}

/** Merges the two lists. Leaves out hits below the horizon, because an unchecked message may come before them. */
function makePage(
  found: readonly RankedHit[],
  titles: readonly RankedHit[],
  horizon: number,
  { messagesBelow, titlesBelow }: PageStart,
  limit: number,
): SearchPage {
  const taken = [...found, ...titles]
    .filter(({ rank }) => rank >= horizon)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, limit);
  const hits = taken.map(({ hit }) => hit);
  if (horizon === 0 && taken.length === found.length + titles.length) return { hits, next: null };
  const takenTitles = taken.filter(({ hit }) => hit.messageId === null);
  const takenMessages = taken.length - takenTitles.length;
  const lastMessage = found[takenMessages - 1]?.rank ?? messagesBelow;
  const [titleAt = 0, titleKey = 0] = takenTitles.at(-1)?.position ?? titlesBelow;
  return { hits, next: writeCursor([takenMessages === found.length ? horizon : lastMessage, titleAt, titleKey]) };
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
