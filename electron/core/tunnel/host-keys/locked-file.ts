import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Failure } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import { writeAtomically } from '../../shared/atomic-file.ts';
import { withFileLock } from '../../shared/file-lock.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';

/** Creates a text file that several programs change atomically. Queues the edits of this process and locks out other processes. */
export function createLockedFile(file: string) {
  let queue: Promise<unknown> = Promise.resolve();
  return {
    edit: (change: (text: string) => string): Promise<Failure | undefined> => {
      const edited = queue.then(() => editSafely(file, change));
      queue = edited;
      return edited;
    },
  };
}

async function editSafely(file: string, change: (text: string) => string): Promise<Failure | undefined> {
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await withFileLock(path.join(path.dirname(file), '.lock'), async () => {
      const text = await readText(file);
      const next = change(text);
      if (next !== text) await writeAtomically(file, next);
    });
    return undefined;
  } catch (error) {
    return failure('file-not-saved', { file, detail: errorMessage(error) });
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
