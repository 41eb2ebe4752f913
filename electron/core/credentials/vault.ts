import { type Result, failed, ok } from '../../contract/failure.ts';

/** What a secret is for. */
export type SecretKind = 'api-token' | 'ssh-password' | 'key-passphrase';

/** Names a secret. It belongs to one profile and one place, so an edited address never receives it. */
export interface SecretRef {
  readonly kind: SecretKind;
  /** The id, not the name: it stays when the profile is renamed. */
  readonly profileId: string;
  /** The origin or host it may be sent to, or the key file it opens. */
  readonly place: string;
}

/** Where a secret is, so that a person can find it; never the secret. */
export interface SecretDescription {
  readonly store: 'keychain' | 'memory';
  readonly isKept: boolean;
  /** The item's names in the system's keychain app. */
  readonly service: string;
  readonly account: string;
}

/**
 * Keeps secrets. A keychain can ask the user first, so everything can be cancelled. What can't be read is
 * a failure and stays where it is; only `remove` removes.
 */
export interface Vault {
  /** Null: there is none. */
  readonly get: (ref: SecretRef, signal?: AbortSignal) => Promise<Result<string | null>>;
  readonly set: (ref: SecretRef, secret: string, signal?: AbortSignal) => Promise<Result<undefined>>;
  readonly remove: (ref: SecretRef, signal?: AbortSignal) => Promise<Result<undefined>>;
  readonly describe: (ref: SecretRef, signal?: AbortSignal) => Promise<Result<SecretDescription>>;
}

/** Under this name all of ours stand together in the keychain app. */
export const keychainService = 'Causeway';

const kindLabels: Readonly<Record<SecretKind, string>> = {
  'api-token': 'API token',
  'ssh-password': 'SSH password',
  'key-passphrase': 'Key passphrase',
};

/** The item's account: unique, and stable when the profile is renamed, because its id keeps the first name. */
export function accountName({ kind, place, profileId }: SecretRef): string {
  return `${kindLabels[kind]} · ${place} · ${profileId}`;
}

/** Windows keeps at most so many bytes in an item; the same everywhere, so that a profile can move. */
const maxSecretBytes = 2560;

/** Refuses what a keychain would cut short without a word. */
export function checkSecret(secret: string): Result<string> {
  if (secret === '') return failed('invalid-input', 'There is nothing to keep: the secret is empty.', 'Enter it again.');
  if (secret.includes('\0')) return failed('invalid-input', 'The secret holds a character no keychain can keep.', 'Copy it again.');
  if (Buffer.byteLength(secret) > maxSecretBytes) {
    return failed(
      'invalid-input',
      'The secret is too long for a keychain.',
      'Check that you copied only the secret; private keys stay in their files.',
    );
  }
  return ok(secret);
}

/** A vault that names every secret passing through it to `learn`, so that the log can mask that very value. */
export function withRedaction(vault: Vault, addToRedactor: (secret: string) => void): Vault {
  return {
    ...vault,
    get: async (ref, signal) => {
      const found = await vault.get(ref, signal);
      if (found.ok && found.value !== null) addToRedactor(found.value);
      return found;
    },
    set: (ref, secret, signal) => {
      addToRedactor(secret);
      return vault.set(ref, secret, signal);
    },
  };
}
