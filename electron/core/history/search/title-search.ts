import type { SearchHit } from '../../../contract/history.ts';
import type { Database } from '../database/database.ts';
import { keyOfTime } from '../tree/message-key.ts';
import { excerptOf } from './excerpt.ts';
import type { RankedHit } from './ranked-hit.ts';
import type { SearchFilter } from './search-filter.ts';

/** Titles that hold all terms, newest first, below a place. There are few enough to look at each. */
export function findTitles(
  db: Database,
  terms: readonly string[],
  filter: SearchFilter,
  [updatedAt, key]: readonly [number, number],
  limit: number,
): readonly RankedHit[] {
  const rows = db.all<{ key: number; id: string; title: string; updated_at: number }>(
    `SELECT key, id, title, updated_at FROM conversation
     WHERE trashed_at IS NULL AND (updated_at, key) < (?1, ?2) AND updated_at BETWEEN ?3 AND ?4 AND (?5 IS NULL OR folder = ?5)
       ${terms.map((_, at) => `AND instr(folded_title, ?${at + 8}) > 0`).join(' ')}
       AND (?6 IS NULL OR EXISTS (SELECT 1 FROM message WHERE model = ?6 AND conversation = conversation.key))
     ORDER BY updated_at DESC, key DESC LIMIT ?7`,
    updatedAt,
    key,
    filter.after,
    filter.before,
    filter.folder,
    filter.model,
    limit,
    ...terms,
  );
  return rows.map((row) => {
    const hit: SearchHit = {
      conversationId: row.id,
      title: row.title,
      messageId: null,
      role: 'title',
      at: row.updated_at,
      excerpt: excerptOf(row.title, terms) ?? [{ text: row.title, isHit: false }],
    };
    return { hit, rank: keyOfTime(row.updated_at), place: [row.updated_at, row.key] };
  });
}
