import { describeFailure } from '../../../contract/failures/render-failure.ts';
import { createHash } from 'node:crypto';
import type { ParsedKey } from 'ssh2';
import type { Result } from '../../../contract/failure.ts';
import { keyText } from '../text.ts';
import type { Hop, PauseFor } from '../types.ts';

/** Refers to a saved secret. A subset of the vault's own reference. */
export interface SecretRef {
  readonly kind: 'ssh-password' | 'key-passphrase';
  readonly profileId: string;
  readonly place: string;
}

/** Where secrets are saved, such as a vault. */
export interface SecretStore {
  readonly get: (name: SecretRef, signal?: AbortSignal) => Promise<Result<string | null>>;
  readonly set: (name: SecretRef, secret: string, signal?: AbortSignal) => Promise<Result<undefined>>;
  readonly remove: (name: SecretRef, signal?: AbortSignal) => Promise<Result<undefined>>;
}

/** Where the secrets of a profile are saved. */
export interface ProfileSecrets {
  readonly store: SecretStore;
  readonly profileId: string;
}

/** The saved secrets of one profile. Never fails: the user is asked for secrets that can't be read. */
export interface SavedSecrets {
  readonly find: (kind: SecretRef['kind'], scope: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Returns a sentence for the user if the secret could not be saved. */
  readonly save: (kind: SecretRef['kind'], scope: string, secret: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly remove: (kind: SecretRef['kind'], scope: string, signal: AbortSignal) => Promise<void>;
}

/** Creates saved secrets over a store, which may ask the user to unlock it. Without a store nothing is saved. */
export function createSavedSecrets(options: ProfileSecrets | undefined, pauseFor: PauseFor = (answer) => answer): SavedSecrets {
  if (!options) {
    return {
      find: () => Promise.resolve(undefined),
      save: () => Promise.resolve(undefined),
      remove: () => Promise.resolve(),
    };
  }
  const { store, profileId } = options;
  return {
    find: async (kind, scope, signal) => {
      const result = await pauseFor(store.get({ kind, profileId, place: scope }, signal));
      return result.ok ? (result.value ?? undefined) : undefined;
    },
    save: async (kind, scope, secret, signal) => {
      const result = await pauseFor(store.set({ kind, profileId, place: scope }, secret, signal));
      return result.ok ? undefined : keyText.notSaved(scope, describeFailure(result.failure).message);
    },
    remove: async (kind, scope, signal) => {
      await pauseFor(store.remove({ kind, profileId, place: scope }, signal));
    },
  };
}

/** Remembers credentials while the program runs, because otherwise every reconnect would ask the user. */
export interface CredentialCache {
  readonly keys: Map<string, ParsedKey>;
  readonly passwords: Map<string, string>;
  /** By key file, for the system's ssh, which decrypts keys itself. */
  readonly passphrases: Map<string, string>;
}

/** Creates an empty cache. */
export function createCredentialCache(): CredentialCache {
  return { keys: new Map(), passwords: new Map(), passphrases: new Map() };
}

/** Identifies a key file by path and content, so that a replaced file is read again. */
export function keyScope(path: string, text: string): string {
  return `${path}\n${createHash('sha256').update(text).digest('hex')}`;
}

/** Identifies the login a password belongs to. */
export function loginScope({ login, host, port }: Hop): string {
  return `${login}@${host}:${port}`;
}
