import type { SearchHit } from '../../../contract/history.ts';
import type { Database } from '../database/database.ts';
import { keyOfTime, timeBelow } from '../repository/message-key.ts';
import { excerptOf } from './excerpt.ts';
import type { SearchFilter } from './candidates.ts';

/** Gives the titles that are found above a key of messages, newest first, and perhaps a few below it. */
export type TitleWalk = (horizon: number) => readonly RankedHit[];

/**
 * Walks titles that hold all terms from a place downwards, at most so many. There is no index of them: each is
 * looked at, but once only, and none that is older than what the page can show.
 */
export function walkTitles(
  db: Database,
  terms: readonly string[],
  filter: SearchFilter,
  [updatedAt, key]: readonly [number, number],
  limit: number,
): TitleWalk {
  const found: RankedHit[] = [];
  let below: readonly [number, number] = updatedAt > filter.before ? [filter.before, Number.MAX_SAFE_INTEGER] : [updatedAt, key];
  return (horizon) => {
    const oldest = Math.max(filter.after, timeBelow(horizon));
    if (found.length >= limit || oldest > below[0]) return found;
    const rows = db.all<TitleRow>(titleQuery(terms.length), ...below, oldest, filter.folder, filter.model, limit - found.length, ...terms);
    found.push(...rows.map((row) => toHit(row, terms)));
    below = [oldest, 0];
    return found;
  };
}

interface TitleRow {
  readonly key: number;
  readonly id: string;
  readonly title: string;
  readonly updated_at: number;
}

/** One bound above and one below: of two on the same side SQLite would follow one and read past the other. */
function titleQuery(terms: number): string {
  return `SELECT key, id, title, updated_at FROM conversation
    WHERE trashed_at IS NULL AND (updated_at, key) < (?1, ?2) AND updated_at >= ?3 AND (?4 IS NULL OR folder = ?4)
      ${Array.from({ length: terms }, (_, at) => `AND instr(folded_title, ?${at + 7}) > 0`).join(' ')}
      AND (?5 IS NULL OR EXISTS (SELECT 1 FROM message WHERE model = ?5 AND conversation = conversation.key))
    ORDER BY updated_at DESC, key DESC LIMIT ?6`;
}

function toHit(row: TitleRow, terms: readonly string[]): RankedHit {
  const hit: SearchHit = {
    conversationId: row.id,
    title: row.title,
    messageId: null,
    role: 'title',
    at: row.updated_at,
    excerpt: excerptOf(row.title, terms) ?? [{ text: row.title, isHit: false }],
  };
  return { hit, rank: keyOfTime(row.updated_at), place: [row.updated_at, row.key] };
}

/** A find, with where it stands among messages and titles. */
export interface RankedHit {
  readonly hit: SearchHit;
  /** By this, downwards, all finds are ordered. */
  readonly rank: number;
  /** Where the next page goes on in its own list. */
  readonly place: readonly number[];
}
