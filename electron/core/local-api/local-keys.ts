import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  type LocalApiSettings,
  type LocalKey,
  localKeySchema,
  localApiSettingsSchema,
  defaultLocalApiSettings,
} from '../../contract/local-api.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Clock } from '../shared/clock.ts';
import { type StoredDocument, openDocument, type DocumentFormat, loadDocument } from '../shared/stored-document.ts';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../contract/json.ts';
import { writeAtomically } from '../shared/atomic-file.ts';
import { errorMessage } from '../shared/node-error.ts';

/** The local keys, which allow spending the user's token. */
export type KeyRing = ReturnType<typeof createKeyRing>;

/** How long a last use may stay in memory only. */
const saveEveryMs = 60_000;
/** How long a key may still be accepted after `--new-key` has replaced it. */
const takeEveryMs = 1_000;

/** Creates the key ring of a data folder and its store. */
export function createKeyRing(folder: string, store: StoredDocument<StoredLocalApi>, clock: Clock, onChange: () => void) {
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
    list: (): readonly LocalKey[] => store.read().keys.map(withLastUse).map(toListedKey),
    /** Returns the secret, which is not stored. */
    create: async (name: string): Promise<Result<{ readonly key: LocalKey; readonly secret: string }>> => {
      const { key, secret } = newKey(name, clock);
      const written = await change((keys) => [...keys, key]);
      if (!written.ok) await change((keys) => keys.filter(({ id }) => id !== key.id)); // nobody has its secret
      onChange();
      return written.ok ? ok({ key: toListedKey(key), secret }) : written;
    },
    revoke: async (id: string): Promise<Result<undefined>> => {
      if (!store.read().keys.some((key) => key.id === id)) return fail('local-key-gone');
      const written = change((keys) => keys.filter((key) => key.id !== id)); // effective at once, on disk soon
      onChange();
      return written;
    },
    /** Returns the key with this secret and records its use. */
    find: async (presented: string): Promise<LocalKey | undefined> => {
      const hash = digest(presented);
      if (clock.now() - takenAt >= takeEveryMs || !findByHash(hash)) await takeLeft();
      const found = findByHash(hash);
      if (!found) return undefined;
      uses.set(found.id, clock.now());
      if (clock.now() - savedAt > saveEveryMs) void saveLastUses().then(onChange);
      return toListedKey(withLastUse(found));
    },
    /** Writes the last uses to disk. */
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

/** Revokes a key by its name in a data folder, where a program may be running. */
export async function revokeLocalKey(folder: string, name: string, clock: Clock): Promise<void> {
  const { key } = newKey(name, clock);
  await leaveKey(folder, { ...key, isRevoked: true });
}

/** A stored key: its hash, never the key itself. */
const storedKeySchema = localKeySchema
  .unwrap()
  .extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) })
  .readonly();
type StoredKey = z.infer<typeof storedKeySchema>;

const storedLocalApiSchema = z.object({ settings: localApiSettingsSchema, keys: z.array(storedKeySchema).readonly() }).readonly();

/** A key left for the program that runs, or the name of one to revoke. */
const leftKeySchema = storedKeySchema.unwrap().extend({ isRevoked: z.boolean().optional() }).readonly();
type LeftKey = z.infer<typeof leftKeySchema>;

/** The local API's settings and the hashes of its keys. */
type StoredLocalApi = z.infer<typeof storedLocalApiSchema>;

/** Opens `local-api.json` in the data folder. */
export function openLocalApiStore(folder: string): Promise<StoredDocument<StoredLocalApi>> {
  return openDocument(formatIn(folder));
}

/** Reads the ports from a data folder, where a program may be running. */
export async function readLocalApiPorts(folder: string): Promise<Pick<LocalApiSettings, 'port' | 'demoPort'>> {
  const loaded = await loadDocument(formatIn(folder));
  return loaded.kind === 'good' ? loaded.value.settings : defaultLocalApiSettings;
}

function formatIn(folder: string): DocumentFormat<StoredLocalApi> {
  return {
    file: path.join(folder, 'local-api.json'),
    version: 1,
    schema: storedLocalApiSchema,
    initial: { settings: defaultLocalApiSettings, keys: [] },
  };
}

/** Leaves a key in a file of its own, because only the program that has locked the data folder writes `local-api.json`. */
async function leaveKey(folder: string, key: LeftKey): Promise<Result<undefined>> {
  const format = formatIn(folder);
  const { kind } = await loadDocument(format);
  if (kind === 'newer' || kind === 'unreadable') return fail('document-read-only', { file: format.file });
  const file = path.join(newKeysFolder(folder), `${randomUUID()}.json`);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeAtomically(file, JSON.stringify(key));
    return ok(undefined);
  } catch (error) {
    return fail('file-not-saved', { file, detail: errorMessage(error) });
  }
}

/** Takes over the keys that were left. Each replaces, or revokes, that of its name. Returns whether there were any. */
export async function takeLeftKeys(folder: string, store: StoredDocument<StoredLocalApi>): Promise<boolean> {
  const names = await readdir(newKeysFolder(folder)).catch(() => []);
  const taken = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => takeKey(path.join(newKeysFolder(folder), name))),
  );
  const keys = taken.flatMap((key) => key ?? []).toSorted((a, b) => a.createdAt - b.createdAt);
  if (keys.length === 0) return false;
  await store.change((stored) => ({
    ...stored,
    keys: keys.reduce<readonly StoredKey[]>((all, { isRevoked, ...key }) => {
      const others = all.filter(({ name }) => name !== key.name);
      return isRevoked ? others : [...others, key];
    }, stored.keys),
  }));
  return true;
}

/** Removes the file first, so that a key which is revoked soon after never returns. */
async function takeKey(file: string): Promise<LeftKey | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    await rm(file);
    return leftKeySchema.safeParse(parseJson(text)).data;
  } catch {
    return undefined; // another call has taken it
  }
}

function newKeysFolder(folder: string): string {
  return path.join(folder, 'new-local-keys');
}
