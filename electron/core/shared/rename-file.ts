import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Failed } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/start.ts';
import { errorCode } from './node-error.ts';

/** Errors of a rename on Windows while another program, such as a virus scanner or the indexer, has one of the files open. */
const inUse: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const retryMs = [10, 20, 50, 100, 200, 400, 800];

/** Renames a file. On Windows it waits for a program that reads one of the files for a moment. */
export async function renameFile(from: string, to: string, platform = process.platform): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      await wait(nextRetry(error, attempt, platform));
    }
  }
}

/** Renames a file as `renameFile` does, and holds up the thread meanwhile. */
export function renameFileSync(from: string, to: string, { platform = process.platform, rename: attemptRename = renameSync } = {}): void {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return attemptRename(from, to);
    } catch (error) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, nextRetry(error, attempt, platform));
    }
  }
}

/** Returns how long to wait before the next attempt. Throws the error if there is none. */
function nextRetry(error: unknown, attempt: number, platform: NodeJS.Platform): number {
  const ms = platform === 'win32' && inUse.has(errorCode(error)) ? retryMs[attempt] : undefined;
  if (ms === undefined) throw error;
  return ms;
}

/** Returns the failure of a file that couldn't be replaced because another program has it open, or `otherwise`. */
export function writeFailure(error: unknown, file: string, otherwise: Failed, platform = process.platform): Failed {
  const isInUse = platform === 'win32' && error instanceof Error && 'syscall' in error && error.syscall === 'rename';
  return isInUse && inUse.has(errorCode(error)) ? fail('file-in-use', { file }) : otherwise;
}
