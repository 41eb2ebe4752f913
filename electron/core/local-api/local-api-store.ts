import path from 'node:path';
import * as z from 'zod';
import { localKeySchema, localApiSettingsSchema, defaultLocalApiSettings } from '../../contract/local-api.ts';
import { openDocument, type StoredDocument } from '../shared/stored-document.ts';

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
  return openDocument({
    file: path.join(folder, 'local-api.json'),
    version: 1,
    schema: storedLocalApiSchema,
    migrations: {},
    initial: { settings: defaultLocalApiSettings, keys: [] },
  });
}
