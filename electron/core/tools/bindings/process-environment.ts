import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

const kept =
  process.platform === 'win32'
    ? /^(PATH|PATHEXT|SYSTEMROOT|SYSTEMDRIVE|COMSPEC|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMFILES|PROGRAMDATA|TEMP|TMP|PROCESSOR_ARCHITECTURE)$/i
    : /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LC_[A-Z]+)$/;

/** What a program of the user's is told of the environment: enough to run, and no token that happens to lie there. */
export function reducedEnvironment(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment).filter((entry): entry is [string, string] => kept.test(entry[0]) && entry[1] !== undefined);
  // A shell function in disguise; no program of ours needs one.
  return Object.fromEntries(entries.filter(([, value]) => !value.startsWith('()')));
}

/**
 * A fresh folder for a program to run in. Not the home folder: a relative path that a model wrote should reach nothing
 * of the user's, and what a program leaves behind should go with it.
 */
export async function makeScratchFolder(): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-tool-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}
