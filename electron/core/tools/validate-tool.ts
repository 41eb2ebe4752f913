import { isJsonObject, type JsonObject } from '../../contract/json.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { SchemaProblem } from '../../contract/failures/tools.ts';
import type { ToolBinding, ToolDraft, ToolServerDraft } from '../../contract/tool.ts';
import { checkCommandTemplate, checkHttpTemplate, httpPlaceholders, placeholdersOf } from './bindings/templates.ts';
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

/** What is wrong at a position, or undefined. */
type Complaint = { readonly at: string; readonly problem: SchemaProblem } | undefined;
type Check = (value: unknown, path: string) => Complaint;

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const deepest = 40;

/**
 * Checks that a tool's parameters are a JSON Schema of an object. The failure names the position. A meta-schema would not do: the
 * validator has none, can't follow the $dynamicRef of 2020-12, and would not find a broken pattern or reference.
 */
export function checkSchema(schema: JsonObject): Result<undefined> {
  if (schema['type'] !== 'object') return fail('tool-schema-invalid', { at: 'type', problem: 'not-object-type' });
  const complaint = checkAt(schema, '', schema, 0);
  return complaint === undefined ? ok(undefined) : fail('tool-schema-invalid', complaint);
}

function checkAt(schema: unknown, path: string, root: JsonObject, depth: number): Complaint {
  if (typeof schema === 'boolean') return undefined;
  if (!isJsonObject(schema)) return { at: path, problem: 'not-a-schema' };
  if (depth > deepest) return { at: path, problem: 'too-deep' };
  const sub: Check = (value, at) => checkAt(value, at, root, depth + 1);
  for (const [keyword, value] of Object.entries(schema)) {
    const at = path === '' ? keyword : `${path}.${keyword}`;
    const complaint = checkerOf(keyword, sub, root)?.(value, at);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

/** The checks of known keywords. Unknown ones may have any value. */
function checkerOf(keyword: string, sub: Check, root: JsonObject): Check | undefined {
  switch (keyword) {
    case 'type':
      return checkType;
    case 'properties':
    case '$defs':
    case 'definitions':
    case 'dependentSchemas':
      return eachValue(sub);
    case 'patternProperties':
      return (value, at) => eachKey(value, at, checkPattern) ?? eachValue(sub)(value, at);
    case 'items':
      return (value, at) => (Array.isArray(value) ? eachItem(sub)(value, at) : sub(value, at));
    case 'prefixItems':
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return (value, at) => (Array.isArray(value) && value.length > 0 ? eachItem(sub)(value, at) : { at, problem: 'no-schema-list' });
    case 'additionalProperties':
    case 'additionalItems':
    case 'unevaluatedProperties':
    case 'unevaluatedItems':
    case 'propertyNames':
    case 'contains':
    case 'not':
    case 'if':
    case 'then':
    case 'else':
      return sub;
    case 'required':
      return checkNames;
    case 'enum':
      return (value, at) => (Array.isArray(value) && value.length > 0 ? undefined : { at, problem: 'no-values' });
    case 'pattern':
      return checkPattern;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return (value, at) => (typeof value === 'number' || typeof value === 'boolean' ? undefined : { at, problem: 'not-a-number' });
    case 'multipleOf':
      return (value, at) => (typeof value === 'number' && value > 0 ? undefined : { at, problem: 'not-positive' });
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
    case 'minContains':
    case 'maxContains':
      return (value, at) => (Number.isInteger(value) && Number(value) >= 0 ? undefined : { at, problem: 'not-a-count' });
    case 'uniqueItems':
      return (value, at) => (typeof value === 'boolean' ? undefined : { at, problem: 'not-boolean' });
    case 'title':
    case 'description':
    case 'format':
      return (value, at) => (typeof value === 'string' ? undefined : { at, problem: 'not-text' });
    case '$ref':
      return (value, at) => checkReference(value, at, root);
    default:
      return undefined;
  }
}

const checkType: Check = (value, at) => {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isGood = listed.length > 0 && listed.every((type) => types.some((known) => known === type));
  return isGood ? undefined : { at, problem: 'unknown-type' };
};

const checkNames: Check = (value, at) => {
  const isGood = Array.isArray(value) && value.every((name) => typeof name === 'string') && new Set(value).size === value.length;
  return isGood ? undefined : { at, problem: 'no-names' };
};

const checkPattern: Check = (value, at) => {
  if (typeof value !== 'string') return { at, problem: 'not-text' };
  try {
    RegExp(value, 'u');
    return undefined;
  } catch {
    return { at, problem: 'not-a-pattern' };
  }
};

/** Allows only references within the schema, because nothing is ever fetched for one. */
function checkReference(value: unknown, at: string, root: JsonObject): Complaint {
  if (typeof value !== 'string' || !/^#(\/|$)/.test(value)) return { at, problem: 'foreign-reference' };
  let found: unknown = root;
  for (const step of value.split('/').slice(1)) {
    const name = decodeStep(step);
    found = (isJsonObject(found) || Array.isArray(found)) && Object.hasOwn(found, name) ? (found as JsonObject)[name] : undefined;
  }
  return found === undefined ? { at, problem: 'broken-reference' } : undefined;
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

function eachValue(check: Check): Check {
  return (value, at) => {
    if (!isJsonObject(value)) return { at, problem: 'no-schemas' };
    for (const [name, item] of Object.entries(value)) {
      const complaint = check(item, `${at}.${name}`);
      if (complaint !== undefined) return complaint;
    }
    return undefined;
  };
}

function eachItem(check: Check): (value: readonly unknown[], at: string) => Complaint {
  return (value, at) => value.map((item, index) => check(item, `${at}[${index}]`)).find((complaint) => complaint !== undefined);
}

function eachKey(value: unknown, at: string, check: Check): Complaint {
  if (!isJsonObject(value)) return undefined; // reported by the check of its values
  return Object.keys(value)
    .map((key) => check(key, `${at}.${key}`))
    .find((complaint) => complaint !== undefined);
}
