import path from 'node:path';
import * as z from 'zod';
import { toolDraftSchema, toolServerDraftSchema, type Approval, type Toolbox, type ToolServer } from '../../contract/tool.ts';
import type { DocumentFormat } from '../shared/stored-document.ts';
import { createHash } from 'node:crypto';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { placeholdersOf } from './bindings/templates.ts';

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

/** Returns the hash the user approves: over the exact arguments as JSON, in which no two lists look alike. */
export function commandHash(argv: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify({ kind: 'argv', version: 1, argv }))
    .digest('hex');
}

/** Returns the arguments that need the user's approval, or undefined if nothing runs on this computer. */
export function commandOf(item: StoredTool | StoredServer): readonly string[] | undefined {
  if ('binding' in item) return item.binding.kind === 'command' ? item.binding.argv : undefined;
  return item.transport.kind === 'stdio' ? item.transport.argv : undefined;
}

/** Returns the state of the approval. It is compared each time, so that it can't outlive the arguments it was given for. */
export function approvalOf(item: StoredTool | StoredServer): Approval {
  const argv = commandOf(item);
  if (!argv) return 'not-needed';
  return item.approvedHash === commandHash(argv) ? 'given' : 'needed';
}

/** Removes the approval if the arguments changed. Changing them back does not restore it. */
export function revokeIfChanged<T extends StoredTool | StoredServer>(item: T): T {
  return approvalOf(item) === 'given' ? item : { ...item, approvedHash: null };
}

/** Returns the tools and servers as the window shows them. */
export function describeToolbox(
  { allowedHosts, tools, servers }: StoredTools,
  readStatus: (serverId: string) => Pick<ToolServer, 'state' | 'failure' | 'tools'>,
): Toolbox {
  return {
    allowedHosts,
    tools: tools.map((tool) => ({ ...withoutHash(tool), approval: approvalOf(tool) })),
    servers: servers.map((server) => ({ ...withoutHash(server), approval: approvalOf(server), ...readStatus(server.id) })),
  };
}

function withoutHash<T extends StoredTool | StoredServer>({ approvedHash: _hash, ...rest }: T): Omit<T, 'approvedHash'> {
  return rest;
}

/** What the user sees before approving: the exact arguments that would run. */
export interface ApprovalRequest {
  readonly name: string;
  readonly argv: readonly string[];
  /** The placeholders that the model fills in. */
  readonly placeholders: readonly string[];
  /** The hash of these arguments, because they may change while the user reads. */
  readonly hash: string;
}

/** Returns what the user is asked to approve. */
export function describeForApproval(item: StoredTool | StoredServer | undefined): Result<ApprovalRequest> {
  const argv = item && commandOf(item);
  const placeholders = item && 'binding' in item && argv ? [...new Set(argv.flatMap(placeholdersOf))] : [];
  return item && argv ? ok({ name: item.name, argv, placeholders, hash: commandHash(argv) }) : fail('tool-command-not-found');
}

/** Returns the item with the approval of the arguments of this hash. */
export function approvedWith<T extends StoredTool | StoredServer>(item: T | undefined, hash: string): Result<T> {
  const argv = item && commandOf(item);
  if (!item || !argv) return fail('tool-command-not-found');
  if (commandHash(argv) !== hash) return fail('tool-command-changed');
  return ok({ ...item, approvedHash: hash });
}
