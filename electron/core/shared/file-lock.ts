import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode, errorMessage } from './node-error.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { failed, ok, type Result } from '../../contract/failure.ts';

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

const holderSchema = z.object({ program: z.enum(['desktop', 'browser', 'headless']), pid: z.number().int() }).readonly();
/** Which program uses a data folder. */
export type LockHolder = z.infer<typeof holderSchema>;

/** What came of taking the lock. */
export type LockOutcome =
  | { readonly isOurs: true; readonly release: () => void }
  | { readonly isOurs: false; readonly holder: LockHolder | undefined };

/**
 * Takes a data folder for this process. SQLite's own lock on a file, because the system drops it with the process that
 * holds it, however that ends: nothing can be stale.
 */
export function lockDataFolder(folder: string, program: LockHolder['program']): Result<LockOutcome> {
  const holderFile = path.join(folder, 'instance.json');
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    database = new DatabaseSync(path.join(folder, 'instance.lock'), { timeout: 0 });
    database.exec('BEGIN EXCLUSIVE');
    writeFileSync(holderFile, JSON.stringify({ program, pid: process.pid }), { mode: 0o600 });
    const held = database;
    return ok({ isOurs: true, release: () => held.close() });
  } catch (error) {
    database?.close();
    if (isBusy(error)) return ok({ isOurs: false, holder: readHolder(holderFile) });
    return failed(
      'storage',
      `${folder} can't be used: ${errorMessage(error)}.`,
      'Check that the folder is yours to write and the disk has room.',
    );
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

function readHolder(file: string): LockHolder | undefined {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
