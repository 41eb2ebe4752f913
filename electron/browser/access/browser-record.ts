import path from 'node:path';
import * as z from 'zod';
import { openDocument, type StoredDocument } from '../../core/program-start.ts';

const portSchema = z.number().int().min(1024).max(65535).nullable();

/** What outlasts a restart, so that an open page finds its way back: the ports, and the hashes of who has signed in. */
const recordSchema = z
  .object({
    pagePort: portSchema,
    approvalsPort: portSchema,
    sessions: z
      .array(z.object({ kind: z.enum(['page', 'approvals']), hash: z.string().length(64), until: z.number() }).readonly())
      .readonly(),
  })
  .readonly();
export type BrowserRecord = z.infer<typeof recordSchema>;

/** Opens it in a data folder. */
export function openBrowserRecord(folder: string): Promise<StoredDocument<BrowserRecord>> {
  return openDocument({
    file: path.join(folder, 'browser.json'),
    version: 1,
    schema: recordSchema,
    migrations: {},
    initial: { pagePort: null, approvalsPort: null, sessions: [] },
  });
}
