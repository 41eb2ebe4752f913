import { createHash } from 'node:crypto';
import type { ParsedKey } from 'ssh2';
import type { Result } from '../../../contract/failure.ts';
import type { Hop } from '../types.ts';

/** Names a secret of ours; the vault's own shape, as far as identities need it. */
export interface SecretRef {
  readonly kind: 'ssh-password' | 'key-passphrase';
  readonly profileId: string;
  readonly place: string;
}

/** Where the user lets secrets be kept; a vault is one. */
export interface SecretStore {
  readonly get: (name: SecretRef, signal?: AbortSignal) => Promise<Result<string | null>>;
  readonly set: (name: SecretRef, secret: string, signal?: AbortSignal) => Promise<Result<undefined>>;
  readonly remove: (name: SecretRef, signal?: AbortSignal) => Promise<Result<undefined>>;
}

/** The secrets of one profile. Nothing here fails: what can't be kept or found is asked for, and said. */
export interface SavedSecrets {
  readonly find: (kind: SecretRef['kind'], scope: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Returns what the user should know. */
  readonly save: (kind: SecretRef['kind'], scope: string, secret: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly remove: (kind: SecretRef['kind'], scope: string, signal: AbortSignal) => Promise<void>;
}

/** Over a store, or over none: then nothing is result. */
export function createSavedSecrets(options: { readonly store: SecretStore; readonly profileId: string } | undefined): SavedSecrets {
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
      const found = await store.get({ kind, profileId, place: scope }, signal);
      return found.ok ? (found.value ?? undefined) : undefined;
    },
    save: async (kind, scope, secret, signal) => {
      const result = await store.set({ kind, profileId, place: scope }, secret, signal);
      return result.ok ? undefined : `The secret for ${scope} was used but could not be kept: ${result.failure.message}`;
    },
    remove: async (kind, scope, signal) => {
      await store.remove({ kind, profileId, place: scope }, signal);
    },
  };
}

/** What was told once is not asked again while the program runs, or every reconnection would bother the user. */
export interface CredentialCache {
  readonly keys: Map<string, ParsedKey>;
  readonly passwords: Map<string, string>;
  /** By key file; for the system's ssh, which opens keys by itself. */
  readonly passphrases: Map<string, string>;
}

/** A memory with nothing in it. */
export function createCredentialCache(): CredentialCache {
  return { keys: new Map(), passwords: new Map(), passphrases: new Map() };
}

/** A key file by its content too, so that a replaced file is opened afresh. */
export function keyScope(path: string, text: string): string {
  return `${path}\n${createHash('sha256').update(text).digest('hex')}`;
}

/** Whom a password is for. */
export function loginScope({ login, host, port }: Hop): string {
  return `${login}@${host}:${port}`;
}
