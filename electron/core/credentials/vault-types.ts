import type { Result } from '../../contract/failure.ts';

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
