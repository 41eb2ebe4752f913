import type { SearchHit } from '../../../contract/history.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { toConversationKind } from '../repository/conversation-row.ts';
import { keyOfTime, timeBelow } from '../repository/message-key.ts';
import { excerptOf } from './excerpt.ts';
import type { SearchFilter } from './candidates.ts';

/** Returns the matching titles above a message key, newest first, and perhaps a few below it. */
export type TitleWalk = (horizon: number) => readonly RankedHit[];

/**
 * Searches titles with all terms, from a position downwards. There is no index of titles, so each is checked, but only once and only if
 * the page can show it.
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
  readonly kind: string;
  readonly title: string;
  readonly updated_at: number;
}

/** Has one bound above and one below. Of two on the same side SQLite would use one and scan past the other. */
function titleQuery(terms: number): string {
  return `SELECT key, id, kind, title, updated_at FROM conversation
    WHERE trashed_at IS NULL AND (updated_at, key) < (?1, ?2) AND updated_at >= ?3 AND (?4 IS NULL OR folder = ?4)
      ${Array.from({ length: terms }, (_, at) => `AND instr(normalized_title, ?${at + 7}) > 0`).join(' ')}
      AND (?5 IS NULL OR EXISTS (SELECT 1 FROM message WHERE model = ?5 AND conversation = conversation.key))
    ORDER BY updated_at DESC, key DESC LIMIT ?6`;
}

function toHit(row: TitleRow, terms: readonly string[]): RankedHit {
  const hit: SearchHit = {
    conversationId: row.id,
    kind: toConversationKind(row),
    title: row.title,
    messageId: null,
    role: 'title',
    at: row.updated_at,
    excerpt: excerptOf(row.title, terms) ?? [{ text: row.title, isHit: false }],
  };
  return { hit, rank: keyOfTime(row.updated_at), position: [row.updated_at, row.key] };
}

/** A hit with its rank among messages and titles. */
export interface RankedHit {
  readonly hit: SearchHit;
  /** All hits are ordered by descending rank. */
  readonly rank: number;
  /** Where the next page continues in its own list. */
  readonly position: readonly number[];
}
