import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { ToolBinding, ToolDraft, ToolServerDraft } from '../../contract/tool.ts';
import { checkCommandTemplate, checkHttpTemplate, httpPlaceholders, placeholdersOf } from './bindings/templates.ts';
import { checkSchema } from './schema/check-schema.ts';
import type { StoredTools } from './stored-tools.ts';

/** Checks a tool before it is saved. `id` is null for a new one. */
export function validateTool(draft: ToolDraft, id: string | null, { tools, servers }: StoredTools): Result<undefined> {
  if (tools.some((other) => other.id !== id && other.name === draft.name)) return fail('tool-name-taken', { name: draft.name });
  const schema = checkSchema(draft.parameters);
  if (!schema.ok) return schema;
  const binding = checkBinding(draft.binding, servers);
  if (!binding.ok) return binding;
  const unknown = placeholdersIn(draft.binding).find((name) => !isParameter(draft.parameters, name));
  return unknown === undefined ? ok(undefined) : fail('tool-placeholder-unknown', { name: unknown });
}

/** Checks a server before it is saved. */
export function validateServer({ name, transport }: ToolServerDraft, id: string | null, { servers }: StoredTools): Result<undefined> {
  if (servers.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase())) {
    return fail('tool-server-name-taken', { name });
  }
  if (transport.kind === 'stdio') {
    const [program = ''] = transport.argv;
    if (program.trim() === '') return fail('tool-command-empty');
    return transport.argv.some((word) => word.includes('\0')) ? fail('tool-command-nul') : ok(undefined);
  }
  const url = URL.canParse(transport.url) ? new URL(transport.url) : undefined;
  if (!url || !['https:', 'http:'].includes(url.protocol)) return fail('tool-server-address-invalid');
  return url.username === '' && url.password === '' ? ok(undefined) : fail('tool-url-credentials');
}

function checkBinding(binding: ToolBinding, servers: StoredTools['servers']): Result<undefined> {
  switch (binding.kind) {
    case 'ask':
      return ok(undefined);
    case 'http':
      return checkHttpTemplate(binding);
    case 'command':
      return checkCommandTemplate(binding.argv);
    case 'mcp':
      return servers.some(({ id }) => id === binding.serverId) ? ok(undefined) : fail('tool-server-missing');
  }
}

function placeholdersIn(binding: ToolBinding): readonly string[] {
  switch (binding.kind) {
    case 'http':
      return httpPlaceholders(binding);
    case 'command':
      return binding.argv.flatMap(placeholdersOf);
    case 'ask':
    case 'mcp':
      return [];
  }
}

function isParameter(schema: ToolDraft['parameters'], name: string): boolean {
  const properties = schema['properties'];
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name);
}
