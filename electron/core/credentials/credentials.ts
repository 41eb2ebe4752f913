import { ok, type Result } from '../../contract/failure.ts';
import type { SecretStorage, SecretStatus } from '../../contract/profile.ts';
import type { Clock } from '../shared/clock.ts';
import { createMemoryVault, accountName, type SecretRef, type Vault } from './vault.ts';
import path from 'node:path';
import * as z from 'zod';
import { openDocument, type ReportInvalid } from '../shared/stored-document.ts';

export { createKeytarVault } from './keytar-vault.ts';
export { createMemoryVault, keychainService, withRedaction, type SecretRef, type Vault } from './vault.ts';

export interface SecretsOptions {
  readonly keychain: Vault;
  readonly index: SecretIndex;
  readonly clock: Clock;
  /** Whether a profile still exists, because it may be removed while the keychain prompts. */
  readonly hasProfile: (id: string) => boolean;
}

/** The user's secrets, in the keychain or in memory until the program quits. */
export type Secrets = ReturnType<typeof createSecrets>;

/** Creates the secrets. Those in memory take precedence over the keychain. */
export function createSecrets({ keychain, index, clock, hasProfile }: SecretsOptions) {
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

  const remove = async (ref: SecretRef, signal?: AbortSignal): Promise<Result<undefined>> => {
    wantedInKeychain.delete(accountName(ref));
    await forgetInMemory(ref);
    const removed = await removeFromKeychain(ref, signal);
    if (removed.ok) return index.find(ref) ? index.drop(ref) : removed;
    // Without a keychain it was never saved, so there is nothing to remove.
    return removed.failure.code === 'keychain-missing' && !index.find(ref) ? ok(undefined) : removed;
  };

  return {
    get: async (ref: SecretRef, signal?: AbortSignal): Promise<Result<string | null>> => {
      const found = await find(ref, signal);
      return found.ok ? ok(found.value?.secret ?? null) : found;
    },
    set: async (ref: SecretRef, secret: string, keeping: SecretStorage, signal?: AbortSignal): Promise<Result<undefined>> => {
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
        if (!wantedInKeychain.has(account) || !hasProfile(ref.profileId)) return undoSave(ref);
        // one that was saved while the keychain prompted is newer
        if (savedInMemory.get(account) === inMemory) await forgetInMemory(ref);
        return index.add(ref, clock.now());
      };
      const saved = await keychain.set(ref, secret, signal, () => void record());
      return saved.ok ? record() : saved;
    },
    remove,
    /** Returns whether it was saved here. Doesn't ask the keychain. */
    isRecorded: (ref: SecretRef) => savedInMemory.has(accountName(ref)) || index.find(ref) !== undefined,
    /** Returns whether it is set, since when, and its last four characters. */
    status: async (ref: SecretRef, signal?: AbortSignal): Promise<SecretStatus> => {
      const found = await find(ref, signal);
      if (!found.ok) return { state: 'unreadable', failure: found.failure };
      if (found.value === null) return { state: 'not-set' };
      const { secret, keeping } = found.value;
      const savedAt = keeping === 'keychain' ? index.find(ref)?.since : savedInMemory.get(accountName(ref))?.at;
      return { state: 'set', keeping, since: savedAt ?? null, tail: lastFour(secret) };
    },
    /** Removes all secrets of a profile. Stops at the first that the keychain can't remove. */
    removeAll: async (profileId: string, signal?: AbortSignal): Promise<Result<undefined>> => {
      for (const [account, ref] of wantedInKeychain) if (ref.profileId === profileId) wantedInKeychain.delete(account);
      for (const { ref } of savedInMemory.values()) if (ref.profileId === profileId) await forgetInMemory(ref);
      for (const entry of index.list().filter((each) => each.profileId === profileId)) {
        const removed = await remove(entry, signal);
        if (!removed.ok) return removed;
      }
      return ok(undefined);
    },
    /** Returns the names of the items in the keychain. */
    accounts: () => index.list().map(accountName),
  };
}

/** Returns the last four characters, or none of a short secret, because they would reveal too much. */
export function lastFour(secret: string): string {
  return secret.trim().length < 12 ? '' : secret.trim().slice(-4);
}

const entrySchema = z
  .object({
    kind: z.enum(['api-token', 'ssh-password', 'key-passphrase']),
    profileId: z.string(),
    place: z.string(),
    since: z.number(),
  })
  .readonly();

/** A secret in the keychain, without its value. */
export type SecretIndexEntry = z.infer<typeof entrySchema>;

/** Lists the secrets we saved in the keychain, because a keychain can't be asked for them. */
export type SecretIndex = Awaited<ReturnType<typeof openSecretIndex>>;

/** Opens `secrets.json` in the data folder. It contains names and times only. */
export async function openSecretIndex(folder: string, onInvalid?: ReportInvalid) {
  const document = await openDocument<readonly SecretIndexEntry[]>({
    file: path.join(folder, 'secrets.json'),
    version: 1,
    schema: z.array(entrySchema).readonly(),
    initial: [],
    onInvalid,
  });
  return {
    problem: document.problem,
    list: document.read,
    settled: document.settled,
    find: (ref: SecretRef) => document.read().find((entry) => isSame(entry, ref)),
    add: ({ kind, profileId, place }: SecretRef, since: number) => {
      const entry = { kind, profileId, place, since };
      return document.change((entries) => [...without(entries, entry), entry]);
    },
    drop: (ref: SecretRef) => document.change((entries) => without(entries, ref)),
  };
}

function without(entries: readonly SecretIndexEntry[], ref: SecretRef): readonly SecretIndexEntry[] {
  return entries.filter((entry) => !isSame(entry, ref));
}

function isSame(left: SecretRef, right: SecretRef): boolean {
  return left.kind === right.kind && left.profileId === right.profileId && left.place === right.place;
}
