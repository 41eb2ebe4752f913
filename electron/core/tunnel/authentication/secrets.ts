import { createHash } from 'node:crypto';
import type { ParsedKey } from 'ssh2';
import type { Result } from '../../../contract/failure.ts';
import type { Hop } from '../types.ts';

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

/** The secrets of one profile. Nothing here fails: what can't be kept or found is asked for, and said. */
export interface SavedSecrets {
  readonly find: (kind: SecretName['kind'], place: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Returns what the user should know. */
  readonly keep: (kind: SecretName['kind'], place: string, secret: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly forget: (kind: SecretName['kind'], place: string, signal: AbortSignal) => Promise<void>;
}

/** Over a store, or over none: then nothing is kept. */
export function createSavedSecrets(options: { readonly store: SecretStore; readonly profileId: string } | undefined): SavedSecrets {
  if (!options) {
    return {
      find: () => Promise.resolve(undefined),
      keep: () => Promise.resolve(undefined),
      forget: () => Promise.resolve(),
    };
  }
  const { store, profileId } = options;
  return {
    find: async (kind, place, signal) => {
      const found = await store.get({ kind, profileId, place }, signal);
      return found.ok ? (found.value ?? undefined) : undefined;
    },
    keep: async (kind, place, secret, signal) => {
      const kept = await store.set({ kind, profileId, place }, secret, signal);
      return kept.ok ? undefined : `The secret for ${place} was used but could not be kept: ${kept.failure.message}`;
    },
    forget: async (kind, place, signal) => {
      await store.remove({ kind, profileId, place }, signal);
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
