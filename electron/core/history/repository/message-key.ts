import type { Database } from '../database/database.ts';

const keysPerSecond = 16;

/** The lowest key of a moment. Keys are close together, because the index stores the distances between them. */
export function keyOfTime(at: number): number {
  return Math.max(1, Math.floor(at / 1000)) * keysPerSecond;
}

/** A moment whose key, and that of all before it, is lower: it is one second early, since the first two seconds share theirs. */
export function timeBelow(key: number): number {
  return (Math.floor(key / keysPerSecond) - 1) * 1000;
}

/** The next free key from a moment on; crowded moments spill over into later ones, in ever larger steps. */
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
