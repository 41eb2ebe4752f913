import type { SearchRequest } from '../../../contract/history.ts';
import type { Database } from '../database/database.ts';
import type { Candidate } from './candidates.ts';

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
