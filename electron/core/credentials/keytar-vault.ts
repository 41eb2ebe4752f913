import type * as keytarModule from 'keytar';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { cancelledCall } from '../../contract/failures/fail.ts';
import { keychainFailure, lockedFailure, unansweredFailure } from './keychain-failure.ts';
import { accountName, checkSecret, keychainService, type OnLate, type Vault } from './vault.ts';
import { readKeyringLock, type KeyringLock } from './linux-keyring-lock.ts';

/** The functions of keytar in use. `findCredentials` is excluded because it ends the process on a locked keyring. */
type Keytar = Pick<typeof keytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>;

export interface KeytarVaultOptions {
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
