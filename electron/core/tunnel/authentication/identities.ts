import type { Ask, Identities } from '../types.ts';
import { createCredentialCache, type CredentialCache, createSavedSecrets, type SecretStore } from './secrets.ts';

export interface IdentitiesOptions {
  readonly ask: Ask;
  /** Where passphrases and passwords are kept if the user says so. */
  readonly secrets?: { readonly store: SecretStore; readonly profileId: string } | undefined;
  /** The key files nobody need name (`usualIdentityFiles`); those missing are not missed. */
  readonly defaultFiles: readonly string[];
  /** Shared where several tunnels should ask once. */
  readonly cache?: CredentialCache;
}

/** The identities of each hop, gathered when it is logged in to. */
export function createIdentities({ ask, secrets, defaultFiles, cache = createCredentialCache() }: IdentitiesOptions): Identities {
  const options = { ask, secrets: createSavedSecrets(secrets), defaultFiles, cache };
  return {
    list: async (hop, signal) => {
      const { listIdentities } = await import('./list-identities.ts'); // at the first login: an idle program does without ssh2
      return listIdentities(hop, options, signal);
    },
  };
}
