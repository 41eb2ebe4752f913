import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { renameFile } from './rename-file.ts';

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
    await renameFile(temporary, file);
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
