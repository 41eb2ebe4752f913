import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './node-error.ts';

/** Errors on Windows while a virus scanner or the indexer has the file open. */
const transientErrors: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const retryMs = [10, 20, 50, 100, 200, 400, 800];

/** Writes a file so that a reader sees the old or the new content, even after a crash. Only its owner may read it, or who may read `replaced`. */
export async function writeAtomically(file: string, content: string | Uint8Array, replaced?: Stats): Promise<void> {
  // shortened, because the longest name that the system allows leaves no room for more
  const name = path.basename(file).slice(0, 40);
  const temporary = path.join(path.dirname(file), `${name}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      if (replaced) await copyAccess(handle, replaced);
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await replace(temporary, file, process.platform === 'win32' ? retryMs : []);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Gives a file the group and the permissions of another one. If the group isn't the user's, only the owner may read it. */
async function copyAccess(handle: FileHandle, { gid, mode }: Stats): Promise<void> {
  try {
    const own = await handle.stat();
    if (own.gid !== gid) await handle.chown(own.uid, gid);
    await handle.chmod(mode & 0o777);
  } catch {
    // some file systems have neither
  }
}

async function replace(temporary: string, file: string, [next, ...later]: readonly number[]): Promise<void> {
  try {
    await rename(temporary, file);
  } catch (error) {
    if (next === undefined || !transientErrors.has(errorCode(error))) throw error;
    await wait(next);
    await replace(temporary, file, later);
  }
}
