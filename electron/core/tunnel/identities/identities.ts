import type { Ask, Identities } from '../ports.ts';
import { createIdentityMemory, type IdentityMemory } from './identity-memory.ts';
import { createKeptSecrets } from './kept-secrets.ts';
import type { SecretStore } from './secret-store.ts';

export interface IdentitiesOptions {
  readonly ask: Ask;
  /** Where passphrases and passwords are kept if the user says so. */
  readonly secrets?: { readonly store: SecretStore; readonly profileId: string } | undefined;
  /** The key files nobody need name (`usualIdentityFiles`); those missing are not missed. */
  readonly usualFiles: readonly string[];
  /** Shared where several tunnels should ask once. */
  readonly memory?: IdentityMemory;
}

/** The identities of each hop, gathered when it is logged in to. */
export function createIdentities({ ask, secrets, usualFiles, memory = createIdentityMemory() }: IdentitiesOptions): Identities {
  const options = { ask, secrets: createKeptSecrets(secrets), usualFiles, memory };
  return {
    list: async (hop, signal) => {
      const { listIdentities } = await import('./list-identities.ts'); // at the first login: an idle program does without ssh2
      return listIdentities(hop, options, signal);
    },
  };
}
