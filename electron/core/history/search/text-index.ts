import { ok } from '../../../contract/failure.ts';
import type { Database } from '../database/database.ts';
import { searchableText } from '../repository/message-body.ts';
import { normalize } from './normalize.ts';
import { shortWords } from './search-terms.ts';

/** Keeps the full-text index up with the messages, a little at a time. */
export interface TextIndex {
  /** Works for about this long; says whether there is more to do. */
  readonly catchUp: (milliseconds: number) => boolean;
}

const mostAtOnce = 500;

/**
 * Messages are noted as unindexed in the transaction that writes them and indexed afterwards, so that nobody
 * waits for the index and a crash between the two loses nothing.
 */
export function createTextIndex(db: Database): TextIndex {
  const indexOne = (key: number): void => {
    const row = db.one<{ role: string; body: string }>('SELECT role, body FROM message WHERE key = ?', key);
    const text = row ? normalize(searchableText(row.role, row.body)) : '';
    db.run('DELETE FROM passage WHERE rowid = ?', key);
    db.run('DELETE FROM short_word WHERE rowid = ?', key);
    db.run('INSERT INTO passage (rowid, text) VALUES (?, ?)', key, text);
    db.run('INSERT INTO short_word (rowid, words) VALUES (?, ?)', key, shortWords(text));
    db.run('DELETE FROM unindexed WHERE message = ?', key);
  };

  return {
    catchUp: (milliseconds) => {
      if (db.isReadOnly) return false;
      const keys = db.all<{ message: number }>('SELECT message FROM unindexed ORDER BY message DESC LIMIT ?', mostAtOnce);
      if (keys.length === 0) return false;
      const end = performance.now() + milliseconds;
      let done = 0;
      // One transaction: each leaves a piece of index behind that has to be merged with the others later.
      db.transaction(() => {
        for (const { message } of keys) {
          indexOne(message);
          done += 1;
          if (performance.now() > end) break;
        }
        return ok(undefined);
      });
      return done < keys.length || keys.length === mostAtOnce;
    },
  };
}
