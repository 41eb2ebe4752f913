import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

const allowedNames =
  process.platform === 'win32'
    ? /^(PATH|PATHEXT|SYSTEMROOT|SYSTEMDRIVE|COMSPEC|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMFILES|PROGRAMDATA|TEMP|TMP|PROCESSOR_ARCHITECTURE)$/i
    : /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_[A-Z]+)$/;

/**
 * Returns the environment for a user's program, with the PATH of their shell: a start from the desktop, where no terminal is set, has only
 * the system's own folders on macOS.
 */
export async function findProgramEnvironment(
  environment: Environment,
  readLoginShell: () => Promise<{ readonly PATH?: string }>,
): Promise<Record<string, string>> {
  const { PATH = environment['PATH'] } = environment['TERM'] === undefined ? await readLoginShell() : {};
  return reducedEnvironment({ ...environment, PATH });
}

/** Returns the environment for a user's program: enough to run, without tokens that happen to be there. */
export function reducedEnvironment(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => allowedNames.test(entry[0]) && entry[1] !== undefined,
  );
  // an exported shell function, which no program needs
  return Object.fromEntries(entries.filter(([, value]) => !value.startsWith('()')));
}

/**
 * Creates a folder for a program to run in. Not the home folder, because a relative path from a model should not reach the user's files,
 * and the program's leftovers should be removed.
 */
export async function makeScratchFolder(): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-tool-'));
  // what can't be removed is left to the system, because the program's result matters more
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined) };
}
