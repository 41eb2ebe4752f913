import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { freeName } from '../../contract/strings.ts';
import { parseJson } from '../../contract/json.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { toolDraftSchema, toolServerDraftSchema } from '../../contract/tool.ts';
import { removeSecrets, removeServerSecrets } from './remove-secrets.ts';
import { validateServer, validateTool } from './validate-tool.ts';
import { storedToolsSchema, type StoredServer, type StoredTool, type StoredTools } from './stored-tools.ts';

const id = z.string().min(1).max(100);
const fileSchema = z.object({
  format: z.literal('causeway-tools'),
  version: z.literal(1),
  servers: z.array(toolServerDraftSchema.unwrap().extend({ id })).max(100),
  tools: z.array(toolDraftSchema).max(500),
});

/** The longest names that can be stored. */
const longestName = { server: 80, tool: 64 };

/** Returns the tools as a file to share, without approvals, allowed hosts and what looks like a secret. */
export function writeToolsFile({ tools, servers }: StoredTools): string {
  const content: z.input<typeof fileSchema> = {
    format: 'causeway-tools',
    version: 1,
    servers: servers.map(({ approvedHash: _approval, transport, ...server }) => ({
      ...server,
      transport: removeServerSecrets(transport),
    })),
    tools: tools.map(({ id: _id, approvedHash: _approval, binding, ...tool }) => ({ ...tool, binding: removeSecrets(binding) })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Adds the tools of a file. They are disabled, do not run by themselves and are not approved. */
export function readToolsFile(text: string, kept: StoredTools): Result<StoredTools> {
  const parsed = fileSchema.safeParse(parseJson(text.replace(/^\uFEFF/, ''))); // some editors add a byte order mark
  if (!parsed.success) return notInFormat(parsed.error);
  const newIds = new Map(parsed.data.servers.map((server) => [server.id, randomUUID()]));
  const servers = [...kept.servers];
  const tools = [...kept.tools];
  const result = (): StoredTools => ({ ...kept, servers, tools });

  for (const { id: oldId, ...draft } of parsed.data.servers) {
    const server: StoredServer = {
      ...draft,
      name: freeAmong(servers, draft.name, ' ', longestName.server),
      id: newIds.get(oldId) ?? randomUUID(),
      isEnabled: false,
      approvedHash: null,
    };
    const checked = validateServer(server, server.id, result());
    if (!checked.ok) return inFile(server.name, checked.failure);
    servers.push(server);
  }
  for (const draft of parsed.data.tools) {
    const { binding } = draft;
    const tool: StoredTool = {
      ...draft,
      name: freeAmong(tools, draft.name, '_', longestName.tool),
      binding: binding.kind === 'mcp' ? { ...binding, serverId: newIds.get(binding.serverId) ?? 'missing' } : binding,
      id: randomUUID(),
      isEnabled: false,
      runsByItself: false,
      approvedHash: null,
    };
    const checked = validateTool(tool, tool.id, result());
    if (!checked.ok) return inFile(tool.name, checked.failure);
    tools.push(tool);
  }
  const stored = storedToolsSchema.safeParse(result()); // tells what is wrong with the file, unlike the document, which would not save it either
  return stored.success ? ok(result()) : notInFormat(stored.error);
}

function freeAmong(others: readonly { readonly name: string }[], wanted: string, separator: string, longest: number): string {
  const taken = new Set(others.map((other) => other.name.toLowerCase()));
  return freeName(
    (name) => taken.has(name.toLowerCase()),
    (count) => {
      const suffix = `${separator}${count}`;
      return count === 1 ? wanted : wanted.slice(0, longest - suffix.length) + suffix;
    },
  );
}

function notInFormat({ issues: [issue] }: z.ZodError): Result<never> {
  return fail('tool-file-invalid', { at: issue?.path.join('.') ?? '' });
}

function inFile(name: string, cause: Failure): Result<never> {
  return fail('tool-file-entry-invalid', { name, cause });
}
