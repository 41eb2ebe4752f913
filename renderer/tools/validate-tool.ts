import { isJsonObject } from '../../electron/contract/json.ts';
import { ok, type Result } from '../../electron/contract/failure.ts';
import { fail } from '../../electron/contract/failures/fail.ts';
import type { ToolBinding, ToolServerDraft } from '../../electron/contract/tool.ts';
import { toolsText } from './text.ts';

const { errors } = toolsText;

/** What is wrong with a binding, and in which field. */
export interface BindingError {
  readonly field: 'url' | 'headers' | 'body' | 'argv' | 'tool';
  readonly message: string;
}

/** Returns what is wrong with a tool's name, or undefined. */
export function nameError(name: string, others: readonly string[]): string | undefined {
  if (name === '') return errors.nameMissing;
  if (!/^[A-Za-z0-9_-]{1,64}$/u.test(name)) return errors.nameInvalid;
  return others.includes(name) ? errors.nameTaken : undefined;
}

/** Returns an error for an empty description, because the model chooses tools by it. */
export function descriptionError(description: string): string | undefined {
  return description.trim() === '' ? errors.descriptionMissing : undefined;
}

/** Parses the parameters as a JSON Schema of an object. */
export function parseParameters(text: string): Result<Readonly<Record<string, unknown>>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail('tool-parameters-not-json', { line: errorLine(error) });
  }
  if (!isJsonObject(value)) return fail('tool-parameters-not-object');
  if (value['type'] !== 'object') return fail('tool-parameters-type');
  const { properties, required } = value;
  if (properties !== undefined && !isJsonObject(properties)) return fail('tool-parameters-properties');
  const wrong = Object.entries(properties ?? {}).find(([, schema]) => !isJsonObject(schema) && typeof schema !== 'boolean');
  if (wrong !== undefined) return fail('tool-parameter-schema', { name: wrong[0] });
  if (required !== undefined) {
    if (!Array.isArray(required) || !required.every((name) => typeof name === 'string')) return fail('tool-parameters-required');
    const missing = required.find((name) => !Object.hasOwn(properties ?? {}, name));
    if (missing !== undefined) return fail('tool-parameter-missing', { name: missing });
  }
  return ok(value);
}

/** Returns the names of a tool's parameters. */
export function parameterNames(parameters: Readonly<Record<string, unknown>>): readonly string[] {
  const properties = parameters['properties'];
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Returns what is wrong with a binding, or undefined. `names` are the parameters, undefined if they are invalid. */
export function bindingError(binding: ToolBinding, names: readonly string[] | undefined): BindingError | undefined {
  switch (binding.kind) {
    case 'ask':
      return undefined;
    case 'http':
      return (
        toBindingError('url', urlError(binding.url) ?? placeholderError([binding.url], names)) ??
        toBindingError('headers', headersError(binding.headers)) ??
        toBindingError('body', placeholderError([hasBody(binding.method) ? (binding.body ?? '') : ''], names))
      );
    case 'command':
      return toBindingError('argv', argvError(binding.argv) ?? placeholderError(binding.argv, names));
    case 'mcp':
      return toBindingError('tool', binding.serverId === '' || binding.tool === '' ? errors.toolMissing : undefined);
  }
}

/** Returns what is wrong with a server's transport, or undefined. */
export function transportError(transport: ToolServerDraft['transport']): string | undefined {
  if (transport.kind === 'stdio') return (transport.argv[0] ?? '').trim() === '' ? errors.programMissing : undefined;
  if (!URL.canParse(transport.url) || !/^https?:/iu.test(transport.url)) return errors.urlInvalid;
  const { username, password } = new URL(transport.url);
  return username === '' && password === '' ? undefined : errors.urlCredentials;
}

export function hasBody(method: Extract<ToolBinding, { kind: 'http' }>['method']): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/** Removes what only the form needs. */
export function normalizeBinding(binding: ToolBinding): ToolBinding {
  switch (binding.kind) {
    case 'http':
      return { ...binding, url: binding.url.trim(), body: hasBody(binding.method) ? binding.body : null };
    case 'command':
      return { ...binding, argv: normalizeArgv(binding.argv) };
    case 'ask':
    case 'mcp':
      return binding;
  }
}

/** Removes the empty lines at the end of a command. */
export function normalizeArgv(argv: readonly string[]): readonly string[] {
  return argv.slice(0, Math.max(1, argv.findLastIndex((part) => part !== '') + 1));
}

function urlError(url: string): string | undefined {
  if (!URL.canParse(url.replaceAll(/\{\{[^{}]*\}\}/gu, 'x'))) return errors.urlInvalid;
  if (!/^https?:\/\//iu.test(url)) return errors.urlScheme;
  // A placeholder there would let the model choose the host.
  if (/^https?:\/\/[^/?#]*\{\{/iu.test(url)) return errors.hostPlaceholder;
  return /^https?:\/\/[^/?#]*@/iu.test(url) ? errors.urlCredentials : undefined;
}

function argvError([program = '']: readonly string[]): string | undefined {
  if (program.trim() === '') return errors.programMissing;
  return program.includes('{{') ? errors.programPlaceholder : undefined;
}

/** Checks placeholders. Braces around something that can't be a name, such as `{{.Name}}`, are plain text. */
function placeholderError(texts: readonly string[], names: readonly string[] | undefined): string | undefined {
  for (const text of names === undefined ? [] : texts)
    for (const [whole, name = ''] of text.matchAll(/\{\{\s*([A-Za-z0-9_-]{1,64})\s*\}\}/gu)) {
      if (names?.includes(name) !== true) return errors.placeholderUnknown(name);
      if (whole !== `{{${name}}}`) return errors.placeholderSpaces(name);
    }
  return undefined;
}

function toBindingError(field: BindingError['field'], message: string | undefined): BindingError | undefined {
  return message === undefined ? undefined : { field, message };
}

function errorLine(error: unknown): number | null {
  const line = error instanceof Error ? /line (\d+)/u.exec(error.message)?.[1] : undefined;
  return line === undefined ? null : Number(line);
}

export type Headers = Extract<ToolBinding, { kind: 'http' }>['headers'];

const headerName = /^[!#$%&'*+.^`|~\w-]+$/u;

/** Parses headers, one per line. An invalid line becomes a name without a value, so that it is not lost. */
export function parseHeaders(text: string): Headers {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).trim();
      return colon > 0 && headerName.test(name) ? { name, value: line.slice(colon + 1).trim() } : { name: line.trim(), value: '' };
    });
}

/** Returns what is wrong with headers, or undefined. Values are missing in shared files, for example. */
function headersError(headers: Headers): string | undefined {
  const wrong = headers.find(({ name, value }) => !headerName.test(name) || value === '');
  if (wrong === undefined) return undefined;
  return headerName.test(wrong.name) ? errors.headerWithoutValue(wrong.name) : errors.headerInvalid(wrong.name);
}
