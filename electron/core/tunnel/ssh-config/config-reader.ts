import { readdir, readFile } from 'node:fs/promises';
import { errorCode } from '../../shared/node-error.ts';

/** How config files are reached, so that tests need no disk. */
export interface ConfigReader {
  /** Nothing: there is no such file. Throws where it is there but can't be read. */
  readonly read: (file: string) => Promise<string | undefined>;
  /** The names in a folder; none where there is no such folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
}

/** The disk. */
export const diskConfigReader: ConfigReader = {
  read: async (file) => {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  },
  list: async (folder) => {
    try {
      return await readdir(folder);
    } catch {
      return [];
    }
  },
};

function isAbsent(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}
