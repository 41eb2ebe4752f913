import { failed, ok, type Result } from '../../contract/failure.ts';
import type { SecretKind, SecretRef } from './vault-types.ts';

/** Under this name all of ours stand together in the keychain app. */
export const keychainService = 'Causeway';

const kinds: Readonly<Record<SecretKind, string>> = {
  'api-token': 'API token',
  'ssh-password': 'SSH password',
  'key-passphrase': 'Key passphrase',
};

/** The item's account: unique, and stable when the profile is renamed, because its id keeps the first name. */
export function accountOf({ kind, place, profileId }: SecretRef): string {
  return `${kinds[kind]} · ${place} · ${profileId}`;
}

/** Windows keeps at most so many bytes in an item; the same everywhere, so that a profile can move. */
const longestSecret = 2560;

/** Refuses what a keychain would cut short without a word. */
export function checkSecret(secret: string): Result<string> {
  if (secret === '') return failed('invalid-input', 'There is nothing to keep: the secret is empty.', 'Enter it again.');
  if (secret.includes('\0')) return failed('invalid-input', 'The secret holds a character no keychain can keep.', 'Copy it again.');
  if (Buffer.byteLength(secret) > longestSecret) {
    return failed(
      'invalid-input',
      'The secret is too long for a keychain.',
      'Check that you copied only the secret; private keys stay in their files.',
    );
  }
  return ok(secret);
}
