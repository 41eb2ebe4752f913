import { execFile } from 'node:child_process';

const bus = 'org.freedesktop.secrets';
const collection = '/org/freedesktop/secrets/aliases/default';
const property = ['org.freedesktop.Secret.Collection', 'Locked'] as const;

/** The same query for three tools, one of which every desktop with a session bus has. */
const commands: readonly (readonly [string, readonly string[]])[] = [
  ['busctl', ['--user', 'get-property', bus, collection, ...property]],
  [
    'gdbus',
    ['call', '--session', '--dest', bus, '--object-path', collection, '--method', 'org.freedesktop.DBus.Properties.Get', ...property],
  ],
  [
    'dbus-send',
    [
      '--session',
      '--print-reply',
      `--dest=${bus}`,
      collection,
      'org.freedesktop.DBus.Properties.Get',
      ...property.map((word) => `string:${word}`),
    ],
  ],
];

/** State of a keyring. `unanswered` if a query was cut off, `unknown` if none could be made. */
export type KeyringLock = 'locked' | 'unlocked' | 'unanswered' | 'unknown';

/**
 * Reads whether Linux's default keyring is locked. libsecret reports "no such item" for a locked keyring. The user would then replace a
 * token that still exists. Asking the bus prompts nobody and changes nothing.
 */
export async function readKeyringLock(commandTimeoutMs = 3000): Promise<KeyringLock> {
  let result: KeyringLock = 'unknown';
  for (const [tool, args] of commands) {
    const lock = await query(tool, args, commandTimeoutMs);
    if (lock === 'locked' || lock === 'unlocked') return lock;
    if (lock === 'unanswered') result = lock;
  }
  return result;
}

function query(tool: string, args: readonly string[], timeout: number): Promise<KeyringLock> {
  return new Promise((resolve) => {
    execFile(tool, [...args], { timeout }, (error, stdout) => {
      if (!error) {
        const isLocked = /\b(true|false)\b/.exec(stdout)?.[1];
        resolve(isLocked === undefined ? 'unknown' : isLocked === 'true' ? 'locked' : 'unlocked');
      } else {
        // The tool is missing or reports an error. Otherwise the machine is too busy to run it.
        const hasFailed = typeof error.code === 'number' || error.code === 'ENOENT' || error.code === 'EACCES';
        resolve(hasFailed && !error.killed ? 'unknown' : 'unanswered');
      }
    });
  });
}
