import { failed, ok, type Result } from '../../electron/contract/failure.ts';
import type { ToolBinding } from '../../electron/contract/tool.ts';

/** What is wrong with a tool's name, in words; undefined where nothing is. */
export function nameTrouble(name: string, others: readonly string[]): string | undefined {
  if (name === '') return 'A tool needs a name.';
  if (!/^[A-Za-z0-9_-]{1,64}$/u.test(name)) return 'Letters, digits, _ and - only, at most 64: that is all the models take.';
  return others.includes(name) ? 'Another tool has this name already.' : undefined;
}

/** What is wrong with a tool's description; the model has nothing else to choose by. */
export function descriptionTrouble(description: string): string | undefined {
  return description.trim() === '' ? 'Say what it does and when to use it: the model chooses by this.' : undefined;
}

/** The parameters as a JSON Schema of an object. */
export function parseParameters(text: string): Result<Readonly<Record<string, unknown>>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused(`This is not valid JSON yet${placeOf(error)}.`);
  }
  if (!isRecord(value)) return refused('This must be a JSON object.');
  if (value['type'] !== 'object') return refused('The schema must be of an object: "type": "object".');
  const { properties, required } = value;
  if (properties !== undefined && !isRecord(properties)) return refused('“properties” must be an object: a schema for each name.');
  const wrong = Object.entries(properties ?? {}).find(([, schema]) => !isRecord(schema) && typeof schema !== 'boolean');
  if (wrong !== undefined) return refused(`The schema of “${wrong[0]}” must be an object.`);
  if (required !== undefined) {
    if (!Array.isArray(required) || !required.every((name) => typeof name === 'string'))
      return refused('“required” must be a list of names.');
    const missing = required.find((name) => !Object.hasOwn(properties ?? {}, name));
    if (missing !== undefined) return refused(`“${missing}” is required but not among the properties.`);
  }
  return ok(value);
}

/** The names that a tool's parameters have. */
export function parameterNames(parameters: Readonly<Record<string, unknown>>): readonly string[] {
  const properties = parameters['properties'];
  return isRecord(properties) ? Object.keys(properties) : [];
}

/** What is wrong with what runs, in words; undefined where nothing is. */
export function bindingTrouble(binding: ToolBinding, names: readonly string[]): string | undefined {
  switch (binding.kind) {
    case 'ask':
      return undefined;
    case 'http': {
      if (!URL.canParse(binding.url.replaceAll(/\{\{[^{}]*\}\}/gu, 'x'))) return 'This is not an address yet: begin with https://.';
      if (!/^https?:\/\//iu.test(binding.url)) return 'Only https:// and http:// addresses.';
      // An argument there would let the model choose who is asked.
      if (/^https?:\/\/[^/?#]*\{\{/iu.test(binding.url)) return 'The host must be fixed: {{…}} may stand after it only.';
      return unknownName([binding.url, binding.body ?? ''], names);
    }
    case 'command':
      if ((binding.argv[0] ?? '').trim() === '') return 'Name the program to run.';
      if (binding.argv[0]?.includes('{{') === true) return 'The program must be fixed: {{…}} may stand in its arguments only.';
      return unknownName(binding.argv, names);
    case 'mcp':
      return binding.serverId === '' || binding.tool === '' ? 'Choose a server and one of its tools.' : undefined;
  }
}

function unknownName(texts: readonly string[], names: readonly string[]): string | undefined {
  for (const text of texts)
    for (const [, name = ''] of text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/gu))
      if (!names.includes(name)) return `{{${name}}} is no parameter of this tool.`;
  return undefined;
}

function placeOf(error: unknown): string {
  const line = error instanceof Error ? /line (\d+)/u.exec(error.message)?.[1] : undefined;
  return line === undefined ? '' : ` (line ${line})`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(message: string): Result<never> {
  return failed('invalid-input', message, '');
}
