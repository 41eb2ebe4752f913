import type { SecretName, SecretStore } from './secret-store.ts';

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
