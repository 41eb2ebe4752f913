import type { Database } from '../database/database.ts';
import { trigramQuery, isShortWord, shortWord, type SearchTerms } from './search-terms.ts';
import type { SearchRequest } from '../../../contract/history.ts';

/** A message that may be a find. */
export interface Candidate {
  readonly key: number;
  readonly role: string;
  readonly created_at: number;
  readonly removed_with: number | null;
  readonly model: string | null;
  readonly conversation: number;
  readonly folder: string | null;
  readonly trashed_at: number | null;
}

/** Gives candidates of a stretch of keys, newest first. `isProven`: all terms are in each of them. */
export interface CandidateSource {
  readonly isProven: boolean;
  /** The lowest key this source covers; below it the next one takes over. */
  readonly floor: number;
  /** Those under `end` and not under `start`. */
  readonly between: (start: number, end: number) => Iterable<Candidate>;
}

const columns = 'm.key, m.role, m.created_at, m.removed_with, m.model, m.conversation, c.folder, c.trashed_at';
/** Through so many of the newest messages a term of one or two characters is looked for inside words. */
const scanned = 250;

/**
 * Where finds may be, in the order of their keys. The terms of three characters and more are found by the
 * index of sequences; where there are none, the newest messages are read through and the older ones found by
 * the index of short words. `only` names the conversations that a narrow filter leaves: these are read through.
 */
export function candidateSources(db: Database, terms: SearchTerms, only: readonly number[] | undefined): readonly CandidateSource[] {
  if (only) return [readThrough(db, only)];
  if (terms.long.length > 0) {
    return [indexed(db, 'passage', trigramQuery(terms.long), terms.short.length === 0)];
  }
  const oldest = db.one<{ key: number }>('SELECT key FROM message ORDER BY key DESC LIMIT 1 OFFSET ?', scanned)?.key;
  const newest: CandidateSource = {
    isProven: false,
    floor: oldest === undefined ? 0 : oldest + 1,
    between: (start, end) =>
      db.each<Candidate>(
        `SELECT ${columns} FROM message m JOIN conversation c ON c.key = m.conversation WHERE m.key < ? AND m.key >= ?
         ORDER BY m.key DESC`,
        end,
        start,
      ),
  };
  if (oldest === undefined || !terms.short.every(isShortWord)) return [newest];
  return [newest, indexed(db, 'short_word', terms.short.map(shortWord).join(' AND '), true)];
}

function indexed(db: Database, table: 'passage' | 'short_word', question: string, isProven: boolean): CandidateSource {
  return {
    isProven,
    floor: 0,
    // CROSS JOIN fixes the order: the index walks, the tables are looked up. The casts let it begin at `end`: numbers
    // of JavaScript are bound as REAL, and FTS5 silently walks from its newest entry where a limit is not an INTEGER.
    between: (start, end) =>
      db.each<Candidate>(
        `SELECT ${columns} FROM ${table} CROSS JOIN message m ON m.key = ${table}.rowid CROSS JOIN conversation c ON c.key = m.conversation
         WHERE ${table} MATCH ? AND ${table}.rowid < CAST(? AS INTEGER) AND ${table}.rowid >= CAST(? AS INTEGER)
         ORDER BY ${table}.rowid DESC`,
        question,
        end,
        start,
      ),
  };
}

function readThrough(db: Database, conversations: readonly number[]): CandidateSource {
  return {
    isProven: false,
    floor: 0,
    between: (start, end) =>
      db.each<Candidate>(
        `SELECT ${columns} FROM message m JOIN conversation c ON c.key = m.conversation
         WHERE m.conversation IN (SELECT value FROM json_each(?)) AND m.key < ? AND m.key >= ? ORDER BY m.key DESC`,
        JSON.stringify(conversations),
        end,
        start,
      ),
  };
}

/** A filter that leaves no more conversations than this is followed instead of the index. */
const fewConversations = 60;

/** What the user narrowed a search to. */
export interface SearchFilter {
  readonly after: number;
  readonly before: number;
  readonly folder: string | null;
  readonly model: string | null;
  readonly takes: (candidate: Candidate) => boolean;
  /** The conversations that are left, where they are few. */
  readonly few: readonly number[] | undefined;
}

/** An answer is of its own model; all else belongs to each model that answered in its conversation. */
export function createFilter(db: Database, { model, folder, after = 0, before = Number.MAX_SAFE_INTEGER }: SearchRequest): SearchFilter {
  const known = new Map<number, boolean>();
  const takesConversation = (key: number): boolean => {
    if (model === undefined) return true;
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const isThere = db.one('SELECT 1 FROM message WHERE model = ? AND conversation = ? LIMIT 1', model, key) !== undefined;
    known.set(key, isThere);
    return isThere;
  };

  return {
    after,
    before,
    folder: folder ?? null,
    model: model ?? null,
    takes: (candidate) =>
      candidate.removed_with === null &&
      candidate.trashed_at === null &&
      candidate.created_at >= after &&
      candidate.created_at <= before &&
      (folder === undefined || candidate.folder === folder) &&
      (model === undefined || (candidate.role === 'assistant' ? candidate.model === model : takesConversation(candidate.conversation))),
    few: few(db, model, folder),
  };
}

function few(db: Database, model: string | undefined, folder: string | undefined): readonly number[] | undefined {
  const sets: (readonly { readonly key: number }[])[] = [];
  if (folder !== undefined) {
    sets.push(db.all('SELECT key FROM conversation WHERE folder = ? LIMIT ?', folder, fewConversations + 1));
  }
  if (model !== undefined) {
    sets.push(db.all('SELECT DISTINCT conversation AS key FROM message WHERE model = ? LIMIT ?', model, fewConversations + 1));
  }
  const smallest = sets.toSorted((a, b) => a.length - b.length)[0];
  return smallest && smallest.length <= fewConversations ? smallest.map(({ key }) => key) : undefined;
}
