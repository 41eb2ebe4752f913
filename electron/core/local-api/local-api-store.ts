import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { localKeySchema, localApiSettingsSchema, defaultLocalApiSettings } from '../../contract/local-api.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { parseJson } from '../../contract/json.ts';
import { writeAtomically } from '../shared/atomic-file.ts';
import { loadDocument } from '../shared/load-document.ts';
import { errorMessage } from '../shared/node-error.ts';
import { openDocument, type DocumentFormat, type StoredDocument } from '../shared/stored-document.ts';

/** A stored key: its hash, never the key itself. */
const storedKeySchema = localKeySchema
  .unwrap()
  .extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) })
  .readonly();
export type StoredKey = z.infer<typeof storedKeySchema>;

const storedLocalApiSchema = z.object({ settings: localApiSettingsSchema, keys: z.array(storedKeySchema).readonly() }).readonly();

/** The local API's settings and the hashes of its keys. */
export type StoredLocalApi = z.infer<typeof storedLocalApiSchema>;

/** Opens `local-api.json` in the data folder. */
export function openLocalApiStore(folder: string): Promise<StoredDocument<StoredLocalApi>> {
  return openDocument(formatIn(folder));
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
export async function leaveKey(folder: string, key: StoredKey): Promise<Result<undefined>> {
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

/** Adds the keys that were left, each of which replaces that of its name. Returns whether there were any. */
export async function takeLeftKeys(folder: string, store: StoredDocument<StoredLocalApi>): Promise<boolean> {
  const names = await readdir(newKeysFolder(folder)).catch(() => []);
  const taken = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => takeKey(path.join(newKeysFolder(folder), name))),
  );
  const keys = taken.flatMap((key) => key ?? []).toSorted((a, b) => a.createdAt - b.createdAt);
  if (keys.length === 0) return false;
  await store.change((stored) => ({
    ...stored,
    keys: keys.reduce((all, key) => [...all.filter(({ name }) => name !== key.name), key], stored.keys),
  }));
  return true;
}

/** Removes the file first, so that a key which is revoked soon after never returns. */
async function takeKey(file: string): Promise<StoredKey | undefined> {
  try {
    const text = await readFile(file, 'utf8');
    await rm(file);
    return storedKeySchema.safeParse(parseJson(text)).data;
  } catch {
    return undefined; // another call has taken it
  }
}

function newKeysFolder(folder: string): string {
  return path.join(folder, 'new-local-keys');
}
