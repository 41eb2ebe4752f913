import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** Returns the file that a command runs, as a shell would find it. Undefined if it isn't installed. */
export async function findCommand(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): Promise<string | undefined> {
  const isWindows = platform === 'win32';
  const paths = isWindows ? path.win32 : path.posix;
  const endings = isWindows ? (environment['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';') : [''];
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(paths.delimiter).filter((folder) => folder !== '');
  for (const folder of folders) {
    for (const ending of endings) {
      const file = paths.join(folder, command + ending);
      if (await isRunnable(file)) return file;
    }
  }
  return undefined;
}

async function isRunnable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
