import path from 'node:path';
import * as z from 'zod';
import { agentKeySchema, agentSettingsSchema, defaultAgentSettings } from '../../contract/agent.ts';
import { openDocument, type StoredDocument } from '../shared/stored-document.ts';

/** A stored key: its hash, never the key itself. */
const storedKeySchema = agentKeySchema
  .unwrap()
  .extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) })
  .readonly();
export type StoredKey = z.infer<typeof storedKeySchema>;

const storedAgentSchema = z.object({ settings: agentSettingsSchema, keys: z.array(storedKeySchema).readonly() }).readonly();

/** The agent's settings and the hashes of its keys. */
export type StoredAgent = z.infer<typeof storedAgentSchema>;

/** Opens `agent.json` in the data folder. */
export function openAgentStore(folder: string): Promise<StoredDocument<StoredAgent>> {
  return openDocument({
    file: path.join(folder, 'agent.json'),
    version: 1,
    schema: storedAgentSchema,
    migrations: {},
    initial: { settings: defaultAgentSettings, keys: [] },
  });
}
