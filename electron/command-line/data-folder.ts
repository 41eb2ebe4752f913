import { access, constants, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/start.ts';

/** Returns the desktop program's data folder, which Electron chooses per platform. */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  home: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const program = 'Causeway';
  if (platform === 'darwin') return path.join(home, 'Library/Application Support', program);
  if (platform === 'win32') return path.join(environment['APPDATA'] || path.join(home, 'AppData/Roaming'), program);
  return path.join(environment['XDG_CONFIG_HOME'] || path.join(home, '.config'), program);
}

/** Creates a folder and its parents. Fails if it isn't writable. */
export async function makeFolder(folder: string): Promise<Result<undefined>> {
  try {
    await makeRecursively(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(undefined);
  } catch (error) {
    const detail = error instanceof Error ? error.message.replace(/,.*/, '') : String(error);
    return fail('data-folder-unusable', { folder, detail });
  }
}

/** Creates one folder at a time, because Node's recursive mkdir never ends below /proc. */
async function makeRecursively(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (found) throw new Error('ENOTDIR: it’s a file');
  if (path.dirname(folder) !== folder) await makeRecursively(path.dirname(folder));
  await mkdir(folder, { mode: 0o700 });
}
