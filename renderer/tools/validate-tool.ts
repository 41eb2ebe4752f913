import { isFields } from '../../electron/contract/json.ts';
import { failed, ok, type Result } from '../../electron/contract/failure.ts';
import type { ToolBinding, ToolServerDraft } from '../../electron/contract/tool.ts';

/** What is wrong with what runs, and in which of its fields. */
export interface BindingErrors {
  readonly field: 'url' | 'headers' | 'body' | 'argv' | 'tool';
  readonly words: string;
}

/** What is wrong with a tool's name, in words; undefined where nothing is. */
export function nameError(name: string, others: readonly string[]): string | undefined {
  if (name === '') return 'A tool needs a name.';
  if (!/^[A-Za-z0-9_-]{1,64}$/u.test(name)) return 'Letters, digits, _ and - only, at most 64: that is all the models take.';
  return others.includes(name) ? 'Another tool has this name already.' : undefined;
}

/** What is wrong with a tool's description; the model has nothing else to choose by. */
export function descriptionError(description: string): string | undefined {
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
  if (!isFields(value)) return refused('This must be a JSON object.');
  if (value['type'] !== 'object') return refused('The schema must be of an object: "type": "object".');
  const { properties, required } = value;
  if (properties !== undefined && !isFields(properties)) return refused('“properties” must be an object: a schema for each name.');
  const wrong = Object.entries(properties ?? {}).find(([, schema]) => !isFields(schema) && typeof schema !== 'boolean');
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
  return isFields(properties) ? Object.keys(properties) : [];
}

/** What is wrong with what runs; `names` are the parameters, undefined while they can't be read. */
export function bindingErrors(binding: ToolBinding, names: readonly string[] | undefined): BindingErrors | undefined {
  switch (binding.kind) {
    case 'ask':
      return undefined;
    case 'http':
      return (
        trouble('url', urlTrouble(binding.url) ?? placeholderTrouble([binding.url], names)) ??
        trouble('headers', headersError(binding.headers)) ??
        trouble('body', placeholderTrouble([carriesBody(binding.method) ? (binding.body ?? '') : ''], names))
      );
    case 'command':
      return trouble('argv', argvTrouble(binding.argv) ?? placeholderTrouble(binding.argv, names));
    case 'mcp':
      return trouble('tool', binding.serverId === '' || binding.tool === '' ? 'Choose a server and one of its tools.' : undefined);
  }
}

/** What is wrong with how a server is reached, in words. */
export function transportError(transport: ToolServerDraft['transport']): string | undefined {
  if (transport.kind === 'stdio') return (transport.argv[0] ?? '').trim() === '' ? 'Name the program to run.' : undefined;
  return URL.canParse(transport.url) && /^https?:/iu.test(transport.url) ? undefined : 'This is not an address yet: begin with https://.';
}

/** Whether a request of this method has a body. */
export function carriesBody(method: Extract<ToolBinding, { kind: 'http' }>['method']): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/** What runs, without what only the form holds. */
export function exactBinding(binding: ToolBinding): ToolBinding {
  switch (binding.kind) {
    case 'http':
      return { ...binding, url: binding.url.trim(), body: carriesBody(binding.method) ? binding.body : null };
    case 'command':
      return { ...binding, argv: exactArgv(binding.argv) };
    case 'ask':
    case 'mcp':
      return binding;
  }
}

/** The words of a command without the empty lines at its end: nobody means an argument by them. */
export function exactArgv(argv: readonly string[]): readonly string[] {
  return argv.slice(0, Math.max(1, argv.findLastIndex((word) => word !== '') + 1));
}

function urlTrouble(url: string): string | undefined {
  if (!URL.canParse(url.replaceAll(/\{\{[^{}]*\}\}/gu, 'x'))) return 'This is not an address yet: begin with https://.';
  if (!/^https?:\/\//iu.test(url)) return 'Only https:// and http:// addresses.';
  // An argument there would let the model choose who is asked.
  return /^https?:\/\/[^/?#]*\{\{/iu.test(url) ? 'The host must be fixed: {{…}} may stand after it only.' : undefined;
}

function argvTrouble([program = '']: readonly string[]): string | undefined {
  if (program.trim() === '') return 'Name the program to run.';
  return program.includes('{{') ? 'The program must be fixed: {{…}} may stand in its arguments only.' : undefined;
}

/** Braces around what could not be a name, as in `{{.Name}}`, are plain text and belong to the program that is called. */
function placeholderTrouble(texts: readonly string[], names: readonly string[] | undefined): string | undefined {
  for (const text of names === undefined ? [] : texts)
    for (const [whole, name = ''] of text.matchAll(/\{\{\s*([A-Za-z0-9_-]{1,64})\s*\}\}/gu)) {
      if (names?.includes(name) !== true) return `{{${name}}} is no parameter of this tool.`;
      if (whole !== `{{${name}}}`) return `Write {{${name}}} without spaces in it.`;
    }
  return undefined;
}

function trouble(field: BindingErrors['field'], words: string | undefined): BindingErrors | undefined {
  return words === undefined ? undefined : { field, words };
}

function placeOf(error: unknown): string {
  const line = error instanceof Error ? /line (\d+)/u.exec(error.message)?.[1] : undefined;
  return line === undefined ? '' : ` (line ${line})`;
}

function refused(message: string): Result<never> {
  return failed('invalid-input', message, '');
}

/** The headers of a request. */
export type Headers = Extract<ToolBinding, { kind: 'http' }>['headers'];

const token = /^[!#$%&'*+.^`|~\w-]+$/u;

/** The headers of a text, one a line; a line that is none becomes a name without a value, so that it is not lost. */
export function parseHeaders(text: string): Headers {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).trim();
      return colon > 0 && token.test(name) ? { name, value: line.slice(colon + 1).trim() } : { name: line.trim(), value: '' };
    });
}

/** What is wrong with headers, in words; undefined where nothing is. One without a value has lost it, as in a file that was shared. */
function headersError(headers: Headers): string | undefined {
  const wrong = headers.find(({ name, value }) => !token.test(name) || value === '');
  if (wrong === undefined) return undefined;
  return token.test(wrong.name) ? `“${wrong.name}” has no value yet: Name: value.` : `“${wrong.name}” is no header: Name: value.`;
}
