import type { Vault } from './vault-port.ts';

/** A vault that names every secret passing through it to `learn`, so that the log can mask that very value. */
export function announceSecrets(vault: Vault, learn: (secret: string) => void): Vault {
  return {
    ...vault,
    get: async (ref, signal) => {
      const found = await vault.get(ref, signal);
      if (found.ok && found.value !== null) learn(found.value);
      return found;
    },
    set: (ref, secret, signal) => {
      learn(secret);
      return vault.set(ref, secret, signal);
    },
  };
}
