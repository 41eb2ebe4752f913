import path from 'node:path';
import * as z from 'zod';
import { openDocument, type StoredDocument } from '../shared/stored-document.ts';

const recordSchema = z
  .object({
    id: z.string(),
    file: z.string(),
    /** The file as it was before. Null if there was none. */
    backup: z.string().nullable(),
    /** The hash of the file as Causeway wrote it. */
    hash: z.string(),
    keyId: z.string(),
  })
  .readonly();

/** A program that Causeway has set up, for undo. */
export type SetUpRecord = z.infer<typeof recordSchema>;

/** Opens `client-programs.json` in the data folder. */
export function openSetUpRecords(folder: string): Promise<StoredDocument<readonly SetUpRecord[]>> {
  return openDocument({
    file: path.join(folder, 'client-programs.json'),
    version: 1,
    schema: z.array(recordSchema).readonly(),
    initial: [],
  });
}
