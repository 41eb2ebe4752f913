import type * as keytarModule from 'keytar';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { cancelledCall, failure } from '../../contract/failures/fail.ts';
import { accountName, checkSecret, keychainService, type OnLate, type Vault } from './vault.ts';
import { errorMessage } from '../shared/node-error.ts';
import { execFile } from 'node:child_process';

/** The functions of keytar in use. `findCredentials` is excluded because it ends the process on a locked keyring. */
type Keytar = Pick<typeof keytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>;

interface KeytarVaultOptions {
  /** Loads keytar at first use, because the program must start without the system's library. */
  readonly load?: () => Promise<Keytar>;
  readonly readLock?: () => Promise<KeyringLock>;
  /** How long the user may take to answer the keychain's prompt. Defaults to 90 seconds. */
  readonly answerMs?: number;
}

/** Creates the vault of the system's keychain: macOS Keychain, Windows Credential Manager or Linux Secret Service. */
export function createKeytarVault({ load = loadKeytar, readLock = readSilentLock, answerMs = 90_000 }: KeytarVaultOptions = {}): Vault {
  let keytar: Promise<Keytar> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  /** Whether a prompt is open that nobody has answered in time. */
  let isUnanswered = false;

  /** Runs one operation at a time, because parallel ones would prompt several times. */
  const runQueued = <T>(work: (keychain: Keytar) => Promise<Result<T>>, signal?: AbortSignal, onLate?: OnLate): Promise<Result<T>> => {
    const run = async (): Promise<Result<T>> => {
      if (signal?.aborted) return cancelledCall;
      try {
        return await work(await (keytar ??= load()));
      } catch (error) {
        keytar = undefined; // the library may be installed meanwhile
        return { ok: false, failure: keychainFailure(error) };
      }
    };
    if (isUnanswered) return Promise.resolve({ ok: false, failure: unansweredFailure });
    const done = queue.then(run);
    queue = done;
    const timedOut = Promise.withResolvers<Result<T>>();
    const timer = setTimeout(() => {
      isUnanswered = true;
      timedOut.resolve({ ok: false, failure: unansweredFailure });
    }, answerMs).unref();
    let isLate = false;
    const interrupted = Promise.race([timedOut.promise, ...(signal ? [aborted(signal)] : [])]).finally(() => {
      isLate = true;
    });
    const settle = async (): Promise<void> => {
      const result = await done;
      clearTimeout(timer);
      isUnanswered = false;
      if (isLate && result.ok) onLate?.();
    };
    void settle();
    return Promise.race([done, interrupted]);
  };

  /** Returns a failure if a missing item may still be in the keyring. */
  const lockFailure = async (): Promise<Failure | undefined> => {
    const lock = await readLock();
    return lock === 'locked' ? lockedFailure : lock === 'unanswered' ? unansweredFailure : undefined;
  };

  const read = async (keychain: Keytar, account: string): Promise<Result<string | null>> => {
    const secret = await keychain.getPassword(keychainService, account);
    if (secret !== null) return ok(secret);
    const failure = await lockFailure();
    return failure ? { ok: false, failure } : ok(null);
  };

  return {
    get: (ref, signal) => runQueued((keychain) => read(keychain, accountName(ref)), signal),
    set: async (ref, secret, signal, onLate) => {
      const checked = checkSecret(secret);
      if (!checked.ok) return checked;
      return runQueued(
        async (keychain) => {
          await keychain.setPassword(keychainService, accountName(ref), secret);
          return ok(undefined);
        },
        signal,
        onLate,
      );
    },
    remove: (ref, signal, onLate) =>
      runQueued(
        async (keychain) => {
          const isRemoved = await keychain.deletePassword(keychainService, accountName(ref));
          const failure = isRemoved ? undefined : await lockFailure();
          return failure ? { ok: false, failure } : ok(undefined);
        },
        signal,
        onLate,
      ),
    describe: async (ref, signal) => {
      const account = accountName(ref);
      const found = await runQueued((keychain) => read(keychain, account), signal);
      return found.ok ? ok({ store: 'keychain', isKept: found.value !== null, service: keychainService, account }) : found;
    },
  };
}

async function loadKeytar(): Promise<Keytar> {
  return (await import('keytar')).default;
}

/** Only Linux reports a locked keyring as an empty one. Others throw. */
async function readSilentLock(): Promise<KeyringLock> {
  return process.platform === 'linux' ? readKeyringLock() : 'unknown';
}

function aborted(signal: AbortSignal): Promise<Result<never>> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(cancelledCall);
    else signal.addEventListener('abort', () => resolve(cancelledCall), { once: true });
  });
}

const patterns: readonly (readonly [RegExp, 'keychain-is-locked' | 'no-keychain'])[] = [
  // Linux: libsecret and GNOME Keyring
  [/locked collection|is locked|org\.freedesktop\.Secret\.Error\.IsLocked/i, 'keychain-is-locked'],
  [
    /autolaunch|not provided by any \.service|ServiceUnknown|Could not connect|Object does not exist|no such object|NoReply|cannot open shared object|Cannot find module|DBUS_SESSION|\.node\b/i,
    'no-keychain',
  ],
  // macOS and Windows
  [/interaction is not allowed|keychain is not available|cannot be unlocked/i, 'keychain-is-locked'],
  [/No keychain is available|default keychain could not be found|logon session does not exist/i, 'no-keychain'],
];

/** Converts an error of keytar. Unknown errors become `keychain-refused` with their own text. */
function keychainFailure(error: unknown): Failure {
  const detail = errorMessage(error);
  const reason = patterns.find(([pattern]) => pattern.test(detail))?.[1];
  if (reason === undefined) return failure('keychain-denied', { detail });
  if (reason === 'keychain-is-locked') return lockedFailure;
  // the name of a missing library is worth adding
  return failure('no-keychain', { detail: /shared object|Cannot find module/i.test(detail) ? detail : '' });
}

/** The failure of a locked keychain. */
const lockedFailure: Failure = failure('keychain-is-locked');

/** The failure of a keychain whose prompt was not answered. */
const unansweredFailure: Failure = failure('keychain-did-not-answer');

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
type KeyringLock = 'locked' | 'unlocked' | 'unanswered' | 'unknown';

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
