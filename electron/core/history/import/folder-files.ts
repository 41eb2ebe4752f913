import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { maxImageBytes } from '../../../contract/constants.ts';

/** The files beside an export, by the ids that their names begin with. */
export type FolderFiles = ReturnType<typeof createFolderFiles>;

/** Finds the files in a folder, not in those below it. Reads the folder at the first call. */
export function createFolderFiles(folder: string) {
  let names: ReadonlyMap<string, string> | undefined;
  const list = (): ReadonlyMap<string, string> =>
    new Map(listNames(folder).map((name) => [/^file[-_][A-Za-z0-9]+/.exec(name)?.[0] ?? '', name]));
  return {
    /** Returns the name of the file with an id, or undefined if there is none. */
    find: (id: string): string | undefined => (id === '' ? undefined : (names ??= list()).get(id)),
    /** Reads a file unless it is too large for an image. Returns nothing of one that can't be read. */
    read: (name: string): Buffer => readSmallFile(path.join(folder, path.basename(name))),
  };
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Reads a file, but no link, which may lead out of the folder, and no pipe, which may never end. */
function readSmallFile(file: string): Buffer {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    const stats = fstatSync(handle);
    return stats.isFile() && stats.size <= maxImageBytes ? readFileSync(handle) : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
