import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock, type Clock } from './clock.ts';
import { errorCode, errorMessage } from './node-error.ts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/start.ts';
import { parseJson, readNumber, readObject } from '../../contract/json.ts';

const giveUpAfterMs = 15_000;
const busy = 5; // SQLITE_BUSY

/**
 * Runs the work while no other process has the lock. Gives up if one process keeps it for too long. The lock is SQLite's own on an empty
 * file. The system releases it when its process ends, so it is never stale. Lock files that expire by age (as with proper-lockfile) can be
 * removed by two processes at once, and a slow process loses its lock.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>, clock: Clock = systemClock): Promise<T> {
  await ensureFile(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    await take(lock, clock);
    return await work();
  } finally {
    lock.close();
  }
}

/** Waits for the lock. */
async function take(lock: DatabaseSync, clock: Clock): Promise<void> {
  const deadline = clock.now() + giveUpAfterMs;
  while (!isTaken(lock)) {
    if (clock.now() > deadline) throw new Error('another program is writing it');
    await wait(5 + Math.random() * 15);
  }
}

/**
 * Creates the file, because SQLite does not say why it can't. An existing file is not opened, because closing it would release every lock
 * this process has on it.
 */
async function ensureFile(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** A journal on disk would fail if the disk is full. */
const lockStatement = 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE';

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec(lockStatement);
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

const programs = ['desktop', 'browser', 'headless'] as const;

/** The program that uses a data folder. */
export interface LockHolder {
  readonly program: (typeof programs)[number];
  readonly pid: number;
}

/** The result of locking a data folder. */
export type LockOutcome =
  | { readonly isOurs: true; readonly release: () => void }
  | { readonly isOurs: false; readonly holder: LockHolder | undefined };

/**
 * Locks a data folder for this process. Uses SQLite's own lock on a file, because the system releases it however the process ends.
 */
export function lockDataFolder(folder: string, program: LockHolder['program']): Result<LockOutcome> {
  const holderFile = path.join(folder, 'instance.json');
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    database = new DatabaseSync(path.join(folder, 'instance.lock'), { timeout: 0 });
    database.exec(lockStatement);
    writeHolder(holderFile, { program, pid: process.pid });
    const lock = database;
    return ok({ isOurs: true, release: () => lock.close() });
  } catch (error) {
    database?.close();
    if (isBusy(error)) return ok({ isOurs: false, holder: readHolder(holderFile) });
    return fail('data-folder-unusable', { folder, detail: errorMessage(error) });
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}

function writeHolder(file: string, holder: LockHolder): void {
  try {
    writeFileSync(file, JSON.stringify(holder), { mode: 0o600 });
  } catch {
    // The disk is full. Another start then can't tell who has the lock.
  }
}

function readHolder(file: string): LockHolder | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const written = readObject(parseJson(text));
  const [program, pid] = [programs.find((name) => name === written?.['program']), readNumber(written?.['pid'])];
  return program === undefined || pid === undefined ? undefined : { program, pid };
}
