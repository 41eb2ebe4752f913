import type { Database } from '../../shared/sqlite/database.ts';

const keysPerSecond = 16;

/** Returns the lowest key of a time. Keys are dense, because the index stores the distances between them. */
export function keyOfTime(at: number): number {
  return Math.max(1, Math.floor(at / 1000)) * keysPerSecond;
}

/** Returns the next free key at or after a time, searching ahead in growing steps. */
export function nextKey(db: Database, at: number): number {
  let from = keyOfTime(at);
  for (let seconds = 1; ; seconds *= 2) {
    const end = from + seconds * keysPerSecond;
    const last = db.one<{ key: number | null }>('SELECT max(key) AS key FROM message WHERE key >= ? AND key < ?', from, end)?.key;
    if (typeof last !== 'number') return from;
    if (last + 1 < end) return last + 1;
    from = end;
  }
}
