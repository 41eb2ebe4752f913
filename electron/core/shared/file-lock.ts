import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './node-error.ts';

const giveUpAfterMs = 15_000;
const busy = 5; // SQLITE_BUSY

/**
 * Does some work while no other process does work under the same lock. The lock is SQLite's own on an empty file: the system lets
 * go of it when its holder dies, so that none is ever stale. Lock files that are taken for stale by their age can be removed by two
 * at once (as with proper-lockfile), and a holder that was merely slow loses its lock.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await ensureFile(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    const deadline = Date.now() + giveUpAfterMs;
    while (!isTaken(lock)) {
      if (Date.now() > deadline) throw new Error('another program is writing it');
      await wait(5 + Math.random() * 15);
    }
    return await work();
  } finally {
    lock.close();
  }
}

/**
 * Makes the file ourselves: SQLite does not say why it can't. One that is there is never opened, since closing it would let go of
 * every lock this process has on it.
 */
async function ensureFile(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'); // a journal on disk would need room that a full one lacks
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false;
    throw error;
  }
}
