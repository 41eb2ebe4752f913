import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { LocalKey } from '../../contract/local-api.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Clock } from '../shared/clock.ts';
import type { StoredDocument } from '../shared/stored-document.ts';
import { leaveKey, takeLeftKeys, type StoredLocalApi, type StoredKey } from './local-api-store.ts';

/** The local keys, which allow spending the user's token. */
export interface KeyRing {
  readonly list: () => readonly LocalKey[];
  /** Returns the secret, which is not stored. */
  readonly create: (name: string) => Promise<Result<{ readonly key: LocalKey; readonly secret: string }>>;
  readonly revoke: (id: string) => Promise<Result<undefined>>;
  /** Returns the key with this secret and records its use. */
  readonly find: (presented: string) => Promise<LocalKey | undefined>;
  /** Writes the last uses to disk. */
  readonly saveLastUses: () => Promise<void>;
}

/** How long a last use may stay in memory only. */
const saveEveryMs = 60_000;
/** How long a key may still be accepted after `--new-key` has replaced it. */
const takeEveryMs = 1_000;

/** Creates the key ring of a data folder and its store. */
export function createKeyRing(folder: string, store: StoredDocument<StoredLocalApi>, clock: Clock, onChange: () => void): KeyRing {
  const uses = new Map<string, number>();
  let savedAt = clock.now();
  let takenAt = clock.now();

  const withLastUse = (key: StoredKey): StoredKey => ({ ...key, lastUsedAt: uses.get(key.id) ?? key.lastUsedAt });
  const change = (edit: (keys: readonly StoredKey[]) => readonly StoredKey[]): Promise<Result<undefined>> =>
    store.change((stored) => ({ ...stored, keys: edit(stored.keys) }));
  const saveLastUses = async (): Promise<void> => {
    savedAt = clock.now();
    if (uses.size === 0) return;
    const saved = new Map(uses);
    uses.clear();
    await change((keys) => keys.map((key) => ({ ...key, lastUsedAt: saved.get(key.id) ?? key.lastUsedAt })));
  };
  const takeLeft = async (): Promise<void> => {
    takenAt = clock.now();
    if (await takeLeftKeys(folder, store)) onChange();
  };
  const findByHash = (hash: Buffer): StoredKey | undefined => {
    // Compares every key, so that timing doesn't reveal a near match.
    let found: StoredKey | undefined;
    for (const key of store.read().keys) {
      if (timingSafeEqual(Buffer.from(key.hash, 'hex'), hash)) found = key;
    }
    return found;
  };

  return {
    list: () => store.read().keys.map(withLastUse).map(toListedKey),
    create: async (name) => {
      const { key, secret } = newKey(name, clock);
      const written = await change((keys) => [...keys, key]);
      if (!written.ok) await change((keys) => keys.filter(({ id }) => id !== key.id)); // nobody has its secret
      onChange();
      return written.ok ? ok({ key: toListedKey(key), secret }) : written;
    },
    revoke: async (id) => {
      if (!store.read().keys.some((key) => key.id === id)) return fail('local-key-gone');
      const written = change((keys) => keys.filter((key) => key.id !== id)); // effective at once, on disk soon
      onChange();
      return written;
    },
    find: async (presented) => {
      const hash = digest(presented);
      if (clock.now() - takenAt >= takeEveryMs || !findByHash(hash)) await takeLeft();
      const found = findByHash(hash);
      if (!found) return undefined;
      uses.set(found.id, clock.now());
      if (clock.now() - savedAt > saveEveryMs) void saveLastUses().then(onChange);
      return toListedKey(withLastUse(found));
    },
    saveLastUses,
  };
}

function newKey(name: string, clock: Clock): { readonly key: StoredKey; readonly secret: string } {
  const secret = `cw-${randomBytes(32).toString('base64url')}`;
  const hash = digest(secret).toString('hex');
  return { key: { id: randomUUID(), name, tail: secret.slice(-4), createdAt: clock.now(), lastUsedAt: null, hash }, secret };
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function toListedKey({ id, name, tail, createdAt, lastUsedAt }: StoredKey): LocalKey {
  return { id, name, tail, createdAt, lastUsedAt };
}

/** Creates a local key in a data folder, where a program may be running, in place of that of the same name. Returns the secret. */
export async function replaceLocalKey(folder: string, name: string, clock: Clock): Promise<Result<string>> {
  const { key, secret } = newKey(name, clock);
  const left = await leaveKey(folder, key);
  return left.ok ? ok(secret) : left;
}
