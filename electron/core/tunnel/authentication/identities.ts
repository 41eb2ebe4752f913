import type { Ask, Identities } from '../types.ts';
import { createCredentialCache, type CredentialCache, createSavedSecrets, type SecretStore } from './secrets.ts';

export interface IdentitiesOptions {
  readonly ask: Ask;
  /** Where passphrases and passwords are saved if the user asks for that. */
  readonly secrets?: { readonly store: SecretStore; readonly profileId: string } | undefined;
  /** The key files tried without being named (`defaultIdentityFiles`). Missing ones are not reported. */
  readonly defaultFiles: readonly string[];
  /** Share it between tunnels that should ask only once. */
  readonly cache?: CredentialCache;
}

/** Creates the identities of each hop when it is logged in to. */
export function createIdentities({ ask, secrets, defaultFiles, cache = createCredentialCache() }: IdentitiesOptions): Identities {
  return {
    list: async (hop, signal, pauseFor) => {
      const { listIdentities } = await import('./list-identities.ts'); // loaded at the first login, so that an idle program doesn't load ssh2
      return listIdentities(hop, { ask, secrets: createSavedSecrets(secrets, pauseFor), defaultFiles, cache }, signal);
    },
  };
}
