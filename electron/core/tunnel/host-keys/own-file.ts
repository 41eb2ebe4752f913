import { mkdir, readFile, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Failure } from '../../../contract/failure.ts';
import { writeAtomically } from '../../support/atomic-file.ts';
import { errorCode, errorMessage } from '../../support/node-error.ts';

/** Long enough for the slowest disk; whoever holds the lock for longer has crashed. */
const staleAfterMs = 10_000;
const giveUpAfterMs = 15_000;

/** A text file that several programs may change, each change whole or not at all. */
export interface OwnFile {
  readonly edit: (change: (text: string) => string) => Promise<Failure | undefined>;
}

/** Our file: changes of this program queue up, those of others are kept away by a lock. */
export function createOwnFile(file: string): OwnFile {
  let queue: Promise<unknown> = Promise.resolve();
  return {
    edit: (change) => {
      const edited = queue.then(() => editSafely(file, change));
      queue = edited;
      return edited;
    },
  };
}

async function editSafely(file: string, change: (text: string) => string): Promise<Failure | undefined> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await withLock(`${file}.lock`, async () => {
      const text = await readText(file);
      const next = change(text);
      if (next !== text) await writeAtomically(file, next);
    });
    return undefined;
  } catch (error) {
    return {
      code: 'storage',
      message: `${file} could not be written: ${errorMessage(error)}. What it held is still there.`,
      remedy: 'Check that the disk has room and that the folder is yours to write.',
    };
  }
}

/** A folder is the lock: the system makes it for one of us only. */
async function withLock(lock: string, work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + giveUpAfterMs;
  while (!(await takeLock(lock))) {
    if (Date.now() > deadline) throw new Error('another program is writing it');
    await wait(10 + Math.random() * 20);
  }
  try {
    await work();
  } finally {
    await rmdir(lock).catch(() => undefined);
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const held = await stat(lock).catch(() => undefined);
    if (held && Date.now() - held.mtimeMs > staleAfterMs) await rmdir(lock).catch(() => undefined);
    return false;
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}
