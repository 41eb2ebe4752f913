import { type Result, ok } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';

/** The purpose of a secret. */
export type SecretKind = 'api-token' | 'ssh-password' | 'key-passphrase';

/** Identifies a secret. It is bound to one profile and one scope, so that an edited address never receives it. */
export interface SecretRef {
  readonly kind: SecretKind;
  /** The id, because it stays when the profile is renamed. */
  readonly profileId: string;
  /** The origin or host it may be sent to, or the key file it unlocks. */
  readonly place: string;
}

/** Where a secret is stored, for the user. Never the secret itself. */
export interface SecretDescription {
  readonly store: 'keychain' | 'memory';
  readonly isKept: boolean;
  /** The item's name in the system's keychain app. */
  readonly service: string;
  readonly account: string;
}

/** Called when a change succeeds after its call has failed, because the user answered the keychain's prompt too late. */
export type OnLate = () => void;

/**
 * Stores secrets. Every operation can be cancelled, because a keychain may prompt the user. An unreadable secret is a failure and stays;
 * only `remove` deletes.
 */
export interface Vault {
  /** Returns null if there is none. */
  readonly get: (ref: SecretRef, signal?: AbortSignal) => Promise<Result<string | null>>;
  readonly set: (ref: SecretRef, secret: string, signal?: AbortSignal, onLate?: OnLate) => Promise<Result<undefined>>;
  readonly remove: (ref: SecretRef, signal?: AbortSignal, onLate?: OnLate) => Promise<Result<undefined>>;
  readonly describe: (ref: SecretRef, signal?: AbortSignal) => Promise<Result<SecretDescription>>;
}

/** Groups our items in the keychain app. */
export const keychainService = 'Causeway';

const kindLabels: Readonly<Record<SecretKind, string>> = {
  'api-token': 'API token',
  'ssh-password': 'SSH password',
  'key-passphrase': 'Key passphrase',
};

/** Returns the item's account. It is unique and stable when the profile is renamed. */
export function accountName({ kind, place, profileId }: SecretRef): string {
  return `${kindLabels[kind]} · ${place} · ${profileId}`;
}

/** The limit of Windows, used everywhere so that a profile can move. */
const maxSecretBytes = 2560;

/** Rejects secrets that a keychain would truncate. */
export function checkSecret(secret: string): Result<string> {
  if (secret === '') return fail('secret-empty');
  if (secret.includes('\0')) return fail('secret-with-null');
  if (Buffer.byteLength(secret) > maxSecretBytes) return fail('secret-too-long');
  return ok(secret);
}

/** Wraps a vault and adds every secret to the redactor, so that the log masks it. */
export function withRedaction(vault: Vault, addToRedactor: (secret: string) => void): Vault {
  return {
    ...vault,
    get: async (ref, signal) => {
      const found = await vault.get(ref, signal);
      if (found.ok && found.value !== null) addToRedactor(found.value);
      return found;
    },
    set: (ref, secret, signal, onLate) => {
      addToRedactor(secret);
      return vault.set(ref, secret, signal, onLate);
    },
  };
}

/** Creates a vault in memory, for users without a keychain or who don't want it used. */
export function createMemoryVault(): Vault {
  const secrets = new Map<string, string>();
  return {
    get: async (ref) => ok(secrets.get(accountName(ref)) ?? null),
    set: async (ref, secret) => {
      const checked = checkSecret(secret);
      if (!checked.ok) return checked;
      secrets.set(accountName(ref), secret);
      return ok(undefined);
    },
    remove: async (ref) => {
      secrets.delete(accountName(ref));
      return ok(undefined);
    },
    describe: async (ref) => {
      const account = accountName(ref);
      return ok({ store: 'memory', isKept: secrets.has(account), service: keychainService, account });
    },
  };
}
