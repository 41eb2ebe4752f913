import path from 'node:path';
import * as z from 'zod';
import { toolDraftSchema, toolServerDraftSchema } from '../../contract/tool.ts';
import type { DocumentFormat } from '../shared/stored-document.ts';

const id = z.string().min(1).max(100);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The stored tools. Only the approved hash is stored; whether it matches is checked each time. */
export const storedToolsSchema = z
  .object({
    tools: z
      .array(toolDraftSchema.unwrap().extend({ id, approvedHash: hash.nullable() }).readonly())
      .refine((tools) => new Set(tools.map((tool) => tool.id)).size === tools.length, 'ids are unique')
      .readonly(),
    servers: z
      .array(toolServerDraftSchema.unwrap().extend({ id, approvedHash: hash.nullable() }).readonly())
      .refine((servers) => new Set(servers.map((server) => server.id)).size === servers.length, 'ids are unique')
      .readonly(),
    allowedHosts: z.array(z.string().max(300)).readonly(),
  })
  .readonly();
export type StoredTools = z.infer<typeof storedToolsSchema>;
export type StoredTool = StoredTools['tools'][number];
export type StoredServer = StoredTools['servers'][number];

/** Returns the format of `tools.json` in the data folder. */
export function toolsFormat(folder: string): DocumentFormat<StoredTools> {
  return {
    file: path.join(folder, 'tools.json'),
    version: 1,
    schema: storedToolsSchema,
    initial: { tools: [], servers: [], allowedHosts: [] },
  };
}
