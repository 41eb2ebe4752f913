import { ok } from '../../contract/failure.ts';
import { accountName, checkSecret, keychainService, type Vault } from './vault.ts';

/** Creates a vault in memory, for users without a keychain or who don't want it used. */
export function createMemoryVault(): Vault {
  const secrets = new Map<string, string>();
  return {
    get: async (ref) => ok(secrets.get(accountName(ref)) ?? null),
    set: async (ref, secret) => {
      const checked = checkSecret(secret);
      if (!checked.ok) return checked;
      secrets.set(accountName(ref), secret);
      return ok(undefined);
    },
    remove: async (ref) => {
      secrets.delete(accountName(ref));
      return ok(undefined);
    },
    describe: async (ref) => {
      const account = accountName(ref);
      return ok({ store: 'memory', isKept: secrets.has(account), service: keychainService, account });
    },
  };
}
