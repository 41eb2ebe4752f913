import { ok } from '../../contract/failure.ts';
import { accountName, checkSecret, keychainService, type Vault } from './vault.ts';

/** "Keep until I quit": for who has no keychain, or does not want it used. */
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
