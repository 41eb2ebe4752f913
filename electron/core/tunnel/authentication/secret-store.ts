import type { Result } from '../../../contract/failure.ts';

/** Names a secret of ours; the vault's own shape, as far as identities need it. */
export interface SecretName {
  readonly kind: 'ssh-password' | 'key-passphrase';
  readonly profileId: string;
  readonly place: string;
}

/** Where the user lets secrets be kept; a vault is one. */
export interface SecretStore {
  readonly get: (name: SecretName, signal?: AbortSignal) => Promise<Result<string | null>>;
  readonly set: (name: SecretName, secret: string, signal?: AbortSignal) => Promise<Result<undefined>>;
  readonly remove: (name: SecretName, signal?: AbortSignal) => Promise<Result<undefined>>;
}
