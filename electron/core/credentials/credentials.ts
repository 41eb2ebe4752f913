import { ok, type Result } from '../../contract/failure.ts';
import type { SecretStorage, SecretStatus } from '../../contract/profile.ts';
import type { Clock } from '../shared/clock.ts';
import { createMemoryVault } from './memory-vault.ts';
import type { SecretIndex } from './secret-index.ts';
import { accountName, type SecretRef, type Vault } from './vault.ts';

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

/** The user's secrets, in the keychain or in memory until the program quits. */
export interface Secrets {
  readonly get: Vault['get'];
  readonly set: (ref: SecretRef, secret: string, keeping: SecretStorage, signal?: AbortSignal) => Promise<Result<undefined>>;
  readonly remove: (ref: SecretRef, signal?: AbortSignal) => Promise<Result<undefined>>;
  /** Returns whether it was saved here. Doesn't ask the keychain. */
  readonly isRecorded: (ref: SecretRef) => boolean;
  /** Returns whether it is set, since when, and its last four characters. */
  readonly status: (ref: SecretRef, signal?: AbortSignal) => Promise<SecretStatus>;
  /** Removes all secrets of a profile. Stops at the first that the keychain can't remove. */
  readonly removeAll: (profileId: string, signal?: AbortSignal) => Promise<Result<undefined>>;
  /** Returns the names of the items in the keychain. */
  readonly accounts: () => readonly string[];
}

/** Creates the secrets. Those in memory take precedence over the keychain. */
export function createSecrets({ keychain, index, clock }: SecretsOptions): Secrets {
  const memory = createMemoryVault();
  /** When each secret in memory was saved. */
  const savedInMemory = new Map<string, { readonly ref: SecretRef; readonly at: number }>();
  /** Secrets whose last change was a save in the keychain, because its prompt may be answered after a later change. */
  const wantedInKeychain = new Map<string, SecretRef>();

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

  const removeFromKeychain = (ref: SecretRef, signal?: AbortSignal): Promise<Result<undefined>> =>
    keychain.remove(ref, signal, () => void index.drop(ref));

  /** Removes a secret from the keychain that was saved after a later change. One that stays is recorded, so that the user sees it. */
  const undoSave = async (ref: SecretRef): Promise<Result<undefined>> => {
    const removed = await removeFromKeychain(ref);
    if (!removed.ok) await index.add(ref, clock.now());
    else if (index.find(ref)) return index.drop(ref);
    return removed;
  };

  const remove: Secrets['remove'] = async (ref, signal) => {
    wantedInKeychain.delete(accountName(ref));
    await forgetInMemory(ref);
    const removed = await removeFromKeychain(ref, signal);
    if (removed.ok) return index.find(ref) ? index.drop(ref) : removed;
    // Without a keychain it was never saved, so there is nothing to remove.
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
        wantedInKeychain.delete(accountName(ref));
        savedInMemory.set(accountName(ref), { ref, at: clock.now() });
        // Removes the older one in the keychain, which would be back at the next start.
        if (index.find(ref) && (await removeFromKeychain(ref, signal)).ok) await index.drop(ref);
        return saved;
      }
      const account = accountName(ref);
      const inMemory = savedInMemory.get(account);
      wantedInKeychain.set(account, ref);
      const record = async (): Promise<Result<undefined>> => {
        if (!wantedInKeychain.has(account)) return undoSave(ref);
        // one that was saved while the keychain prompted is newer
        if (savedInMemory.get(account) === inMemory) await forgetInMemory(ref);
        return index.add(ref, clock.now());
      };
      const saved = await keychain.set(ref, secret, signal, () => void record());
      return saved.ok ? record() : saved;
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
      for (const [account, ref] of wantedInKeychain) if (ref.profileId === profileId) wantedInKeychain.delete(account);
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

/** Returns the last four characters, or none of a short secret, because they would reveal too much. */
export function lastFour(secret: string): string {
  return secret.trim().length < 12 ? '' : secret.trim().slice(-4);
}
