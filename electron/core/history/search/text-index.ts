import { ok } from '../../../contract/failure.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { searchableText } from '../repository/message-body.ts';
import { normalize } from './normalize.ts';
import { shortWords } from './search-terms.ts';

/** Updates the full-text index, a little at a time. */
export interface TextIndex {
  /** Works for about this long. Returns whether there is more to do. */
  readonly catchUp: (milliseconds: number) => boolean;
}

const maxAtOnce = 500;

/**
 * Indexes messages after they are written, so that no call waits for it. The transaction that writes a message marks it as unindexed, so
 * that a crash in between loses nothing.
 */
export function createTextIndex(db: Database): TextIndex {
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
    catchUp: (milliseconds) => {
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
