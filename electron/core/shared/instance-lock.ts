import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { errorMessage } from './node-error.ts';

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
