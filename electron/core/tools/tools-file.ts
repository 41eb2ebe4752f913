import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { freeName } from '../../contract/strings.ts';
import { parseJson } from '../../contract/json.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { toolDraftSchema, toolServerDraftSchema, type ToolBinding } from '../../contract/tool.ts';
import { placeholdersOf } from './bindings/templates.ts';
import { validateServer, validateTool } from './validate-tool.ts';
import type { StoredServer, StoredTool, StoredTools } from './stored-tools.ts';

const id = z.string().min(1).max(100);
const fileSchema = z.object({
  format: z.literal('causeway-tools'),
  version: z.literal(1),
  servers: z.array(toolServerDraftSchema.unwrap().extend({ id })).max(100),
  tools: z.array(toolDraftSchema).max(500),
});

/** Headers and parameters that carry credentials. Parameters are matched narrowly, because one may be a keyword or an author. */
const secretHeader = /authorization|cookie|token|secret|key|password/i;
const secretParameter = /(?:token|secret|password|passwd|signature|(?:api|access|private)[-_]?key)$|^(?:key|auth|sig|pwd)$/i;

/** Returns the tools as a file to share, without approvals, allowed hosts and the values of secret headers and parameters. */
export function writeToolsFile({ tools, servers }: StoredTools): string {
  const content: z.input<typeof fileSchema> = {
    format: 'causeway-tools',
    version: 1,
    servers: servers.map(({ approvedHash: _approval, transport, ...server }) => ({
      ...server,
      transport: transport.kind === 'http' ? { ...transport, url: publicUrl(transport.url) } : transport,
    })),
    tools: tools.map(({ id: _id, approvedHash: _approval, binding, ...tool }) => ({ ...tool, binding: publicBinding(binding) })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Adds the tools of a file. They are disabled, do not run by themselves and are not approved. */
export function readToolsFile(text: string, kept: StoredTools): Result<StoredTools> {
  const parsed = fileSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail('tool-file-invalid', { at: issue?.path.join('.') ?? '' });
  }
  const newIds = new Map(parsed.data.servers.map((server) => [server.id, randomUUID()]));
  const servers = [...kept.servers];
  const tools = [...kept.tools];
  const result = (): StoredTools => ({ ...kept, servers, tools });

  for (const { id: oldId, ...draft } of parsed.data.servers) {
    const server: StoredServer = {
      ...draft,
      name: freeAmong(servers, draft.name, ' '),
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
      name: freeAmong(tools, draft.name.slice(0, 60), '_'),
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
  return ok(result());
}

function publicBinding(binding: ToolBinding): ToolBinding {
  if (binding.kind !== 'http') return binding;
  const headers = binding.headers.map(({ name, value }) => ({ name, value: secretHeader.test(name) ? '' : value }));
  return { ...binding, url: publicUrl(binding.url), headers };
}

/** A placeholder is not a secret, because the model fills it in. */
function publicUrl(url: string): string {
  return url.replaceAll(/[?&][^&#]*/g, (parameter) => {
    const at = parameter.indexOf('=');
    if (at < 0 || !secretParameter.test(parameter.slice(1, at))) return parameter;
    return placeholdersOf(parameter.slice(at + 1)).length === 0 ? parameter.slice(0, at + 1) : parameter;
  });
}

function freeAmong(others: readonly { readonly name: string }[], wanted: string, separator: string): string {
  const taken = new Set(others.map((other) => other.name.toLowerCase()));
  return freeName(
    (name) => taken.has(name.toLowerCase()),
    (count) => (count === 1 ? wanted : `${wanted}${separator}${count}`),
  );
}

function inFile(name: string, cause: Failure): Result<never> {
  return fail('tool-file-entry-invalid', { name, cause });
}
