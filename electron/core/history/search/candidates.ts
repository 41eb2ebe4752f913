import type { Database } from '../../shared/sqlite/database.ts';
import { trigramQuery, isShortWord, shortWord, type SearchTerms } from './search-terms.ts';
import type { SearchRequest } from '../../../contract/search.ts';

/** A message that may match. */
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

/** Returns candidates of a range of keys, newest first. `isProven` says that each contains all terms. */
export interface CandidateSource {
  readonly isProven: boolean;
  /** The lowest key of this source. The next source covers the keys below. */
  readonly floor: number;
  /** Returns the candidates from `start` up to, but not including, `end`. */
  readonly between: (start: number, end: number) => Iterable<Candidate>;
}

const columns = 'm.key, m.role, m.created_at, m.removed_with, m.model, m.conversation, c.folder, c.trashed_at';
/** In this many of the newest messages, a term of one or two characters is also found inside words. */
const maxScanned = 250;
/** If a filter leaves at most this many conversations, they are scanned. The index would first return the matches of all others. */
const maxScannedConversations = 60;

/**
 * Returns where matches may be, by descending keys. Terms of three or more characters use the trigram index. Without any, the newest
 * messages are scanned and the older ones come from the index of short words.
 */
export function candidateSources(db: Database, terms: SearchTerms, request: SearchRequest): readonly CandidateSource[] {
  const few = fewConversations(db, request);
  if (few) return [scan(db, 0, 'AND m.conversation IN (SELECT value FROM json_each(?))', JSON.stringify(few))];
  if (terms.long.length > 0) return [indexed(db, 'message_text', trigramQuery(terms.long), terms.short.length === 0)];
  const oldest = db.one<{ key: number }>('SELECT key FROM message ORDER BY key DESC LIMIT 1 OFFSET ?', maxScanned)?.key;
  const newest = scan(db, oldest === undefined ? 0 : oldest + 1);
  if (oldest === undefined || !terms.short.every(isShortWord)) return [newest];
  return [newest, indexed(db, 'short_word', terms.short.map(shortWord).join(' AND '), true)];
}

/** Returns the conversations that the folder or the model leaves, or undefined if they are many. */
function fewConversations(db: Database, { model, folder }: SearchRequest): readonly number[] | undefined {
  const sets: (readonly { readonly key: number }[])[] = [];
  const limit = maxScannedConversations + 1;
  if (folder !== undefined) sets.push(db.all('SELECT key FROM conversation WHERE folder = ? LIMIT ?', folder, limit));
  if (model !== undefined) sets.push(db.all('SELECT DISTINCT conversation AS key FROM message WHERE model = ? LIMIT ?', model, limit));
  return sets.find((set) => set.length < limit)?.map(({ key }) => key);
}

function scan(db: Database, floor: number, condition = '', ...values: readonly string[]): CandidateSource {
  return {
    isProven: false,
    floor,
    between: (start, end) =>
      db.each<Candidate>(
        `SELECT ${columns} FROM message m JOIN conversation c ON c.key = m.conversation
         WHERE m.key < ? AND m.key >= ? ${condition} ORDER BY m.key DESC`,
        end,
        start,
        ...values,
      ),
  };
}

function indexed(db: Database, table: 'message_text' | 'short_word', question: string, isProven: boolean): CandidateSource {
  return {
    isProven,
    floor: 0,
    // CROSS JOIN fixes the order: SQLite scans the index and looks up the tables. The casts let it start at `end`: JavaScript
    // numbers are bound as REAL, and FTS5 silently starts at its newest entry if a limit is not an INTEGER.
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

/**
 * Returns whether a candidate passes the filter of a search. An answer belongs to its own model. Other messages belong to every model
 * that answered in their conversation.
 */
export function createFilter(
  db: Database,
  { model, folder, after = 0, before = Infinity }: SearchRequest,
): (candidate: Candidate) => boolean {
  const known = new Map<number, boolean>();
  const hasModel = (conversation: number): boolean => {
    const remembered = known.get(conversation);
    if (remembered !== undefined) return remembered;
    const isThere = db.one('SELECT 1 FROM message WHERE model = ? AND conversation = ? LIMIT 1', model ?? '', conversation) !== undefined;
    known.set(conversation, isThere);
    return isThere;
  };

  return (candidate) =>
    candidate.removed_with === null &&
    candidate.trashed_at === null &&
    candidate.created_at >= after &&
    candidate.created_at <= before &&
    (folder === undefined || candidate.folder === folder) &&
    (model === undefined || (candidate.role === 'assistant' ? candidate.model === model : hasModel(candidate.conversation)));
}
