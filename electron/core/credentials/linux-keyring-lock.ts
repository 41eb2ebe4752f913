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

const commandTimeoutMs = 3000;

/**
 * Returns whether Linux's default keyring is locked, or undefined if unknown. libsecret reports "no such item" for a locked keyring. The
 * user would then replace a token that still exists. Asking the bus prompts nobody and changes nothing.
 */
export async function isDefaultKeyringLocked(): Promise<boolean | undefined> {
  for (const [tool, args] of commands) {
    const output = await run(tool, args);
    const isLocked = output === undefined ? undefined : /\b(true|false)\b/.exec(output)?.[1];
    if (isLocked !== undefined) return isLocked === 'true';
  }
  return undefined;
}

function run(tool: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(tool, [...args], { timeout: commandTimeoutMs }, (error, stdout) => resolve(error ? undefined : stdout));
  });
}
