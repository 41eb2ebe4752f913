import { ok, type Result } from '../../contract/failure.ts';
import type { SecretStorage, SecretStatus } from '../../contract/secret.ts';
import type { Clock } from '../shared/clock.ts';
import { createMemoryVault } from './memory-vault.ts';
import type { SecretIndex } from './secret-index.ts';
import { accountName, type SecretRef, type Vault } from './vault.ts';

/** The front of this folder: the port, the places that keep secrets, and what the product asks of them. */
export { withRedaction } from './vault.ts';
export { createKeytarVault } from './keytar-vault.ts';
export { createMemoryVault } from './memory-vault.ts';
export { openSecretIndex } from './secret-index.ts';
export { keychainService } from './vault.ts';

export type { SecretRef, Vault } from './vault.ts';

export interface SecretsOptions {
  readonly keychain: Vault;
  readonly index: SecretIndex;
  readonly clock: Clock;
}

/** All secrets of the user: in the keychain, or until the program ends. */
export interface Secrets {
  readonly get: Vault['get'];
  readonly set: (ref: SecretRef, secret: string, keeping: SecretStorage, signal?: AbortSignal) => Promise<Result<undefined>>;
  readonly remove: Vault['remove'];
  /** Whether we know of having kept it; asks no keychain, and knows nothing of what an older program kept. */
  readonly isRecorded: (ref: SecretRef) => boolean;
  /** Whether it is set, since when, and its last four characters. */
  readonly status: (ref: SecretRef, signal?: AbortSignal) => Promise<SecretStatus>;
  /** All that one profile ever had; stops at the first that the keychain will not remove. */
  readonly removeAll: (profileId: string, signal?: AbortSignal) => Promise<Result<undefined>>;
  /** The items in the keychain by the names a person finds there. */
  readonly accounts: () => readonly string[];
}

/** What is kept until the end goes before what is in the keychain. */
export function createSecrets({ keychain, index, clock }: SecretsOptions): Secrets {
  const memory = createMemoryVault();
  /** Of those in memory. */
  const savedInMemory = new Map<string, { readonly ref: SecretRef; readonly at: number }>();

  const forgetInMemory = async (ref: SecretRef): Promise<void> => {
    savedInMemory.delete(accountName(ref));
    await memory.remove(ref);
  };

  const find = async (
    ref: SecretRef,
    signal?: AbortSignal,
  ): Promise<Result<{ readonly secret: string; readonly keeping: SecretStorage } | null>> => {
    const inMemory = await memory.get(ref);
    if (inMemory.ok && inMemory.value !== null) return ok({ secret: inMemory.value, keeping: 'until-quit' });
    const inKeychain = await keychain.get(ref, signal);
    if (!inKeychain.ok) return inKeychain;
    return ok(inKeychain.value === null ? null : { secret: inKeychain.value, keeping: 'keychain' });
  };

  const remove: Secrets['remove'] = async (ref, signal) => {
    await forgetInMemory(ref);
    const removed = await keychain.remove(ref, signal);
    if (removed.ok) return index.find(ref) ? index.drop(ref) : removed;
    // A system without a keychain never kept it, so there is nothing to remove.
    return removed.failure.code === 'keychain-missing' && !index.find(ref) ? ok(undefined) : removed;
  };

  return {
    get: async (ref, signal) => {
      const found = await find(ref, signal);
      return found.ok ? ok(found.value?.secret ?? null) : found;
    },
    set: async (ref, secret, keeping, signal) => {
      if (keeping === 'until-quit') {
        const saved = await memory.set(ref, secret);
        if (!saved.ok) return saved;
        savedInMemory.set(accountName(ref), { ref, at: clock.now() });
        // An older one would be back at the next start, as if it had been meant to stay.
        if (index.find(ref) && (await keychain.remove(ref, signal)).ok) await index.drop(ref);
        return saved;
      }
      const saved = await keychain.set(ref, secret, signal);
      if (!saved.ok) return saved;
      await forgetInMemory(ref);
      return index.add(ref, clock.now());
    },
    remove,
    isRecorded: (ref) => savedInMemory.has(accountName(ref)) || index.find(ref) !== undefined,
    status: async (ref, signal) => {
      const found = await find(ref, signal);
      if (!found.ok) return { state: 'unreadable', failure: found.failure };
      if (found.value === null) return { state: 'not-set' };
      const { secret, keeping } = found.value;
      const savedAt = keeping === 'keychain' ? index.find(ref)?.since : savedInMemory.get(accountName(ref))?.at;
      return { state: 'set', keeping, since: savedAt ?? null, tail: lastFour(secret) };
    },
    removeAll: async (profileId, signal) => {
      for (const { ref } of savedInMemory.values()) if (ref.profileId === profileId) await forgetInMemory(ref);
      for (const entry of index.list().filter((each) => each.profileId === profileId)) {
        const removed = await remove(entry, signal);
        if (!removed.ok) return removed;
      }
      return ok(undefined);
    },
    accounts: () => index.list().map(accountName),
  };
}

/** Enough to recognise a token by, and none of a short one, of which four characters would be much. */
export function lastFour(secret: string): string {
  return secret.trim().length < 12 ? '' : secret.trim().slice(-4);
}
