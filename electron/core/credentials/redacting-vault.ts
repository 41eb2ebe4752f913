import type { Vault } from './vault-types.ts';

/** A vault that names every secret passing through it to `learn`, so that the log can mask that very value. */
export function withRedaction(vault: Vault, addToRedactor: (secret: string) => void): Vault {
  return {
    ...vault,
    get: async (ref, signal) => {
      const found = await vault.get(ref, signal);
      if (found.ok && found.value !== null) addToRedactor(found.value);
      return found;
    },
    set: (ref, secret, signal) => {
      addToRedactor(secret);
      return vault.set(ref, secret, signal);
    },
  };
}
