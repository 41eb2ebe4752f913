import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { parseJson } from '../../../contract/json.ts';
import type { ToolBinding } from '../../../contract/tool.ts';

/** The arguments of a call, parsed. */
export type Arguments = Readonly<Record<string, unknown>>;

const pattern = /\{\{([A-Za-z0-9_-]{1,64})\}\}/g;

/** Returns the placeholder names in a template. Braces around anything else, as in `{{.Name}}`, are plain text. */
export function placeholdersOf(template: string): readonly string[] {
  return [...new Set(Array.from(template.matchAll(pattern), ([, name]) => name ?? ''))];
}

/** Replaces each placeholder. Replaced text is not scanned again. */
function fill(template: string, textFor: (name: string, at: number) => string): string {
  return template.replaceAll(pattern, (_whole, name: string, at: number) => textFor(name, at));
}

/** Returns an argument as text: empty if it is missing, JSON if it is not a string. */
function plainText(values: Arguments, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.toWellFormed();
  return JSON.stringify(value);
}

/** Checks the definition of a command. */
export function checkCommandTemplate(argv: readonly string[]): Result<undefined> {
  const [program = ''] = argv;
  if (program.trim() === '') return fail('tool-command-empty');
  if (placeholdersOf(program).length > 0) return fail('tool-program-not-fixed');
  if (argv.some((word) => word.includes('\0'))) return fail('tool-command-nul');
  return ok(undefined);
}

/**
 * Fills the arguments of a call into a command. Each word stays one word. A value that would turn its word into an option is refused,
 * unless it is a number or follows `--`.
 */
export function fillCommand(argv: readonly string[], values: Arguments): Result<readonly string[]> {
  const words: string[] = [];
  for (const word of argv) {
    const filled = fill(word, (name) => plainText(values, name));
    if (filled.includes('\0')) return fail('tool-argument-nul');
    const opensOption = filled.startsWith('-') && !word.startsWith('-');
    if (opensOption && !argv.slice(0, words.length).includes('--') && !isNumber(filled)) {
      return fail('tool-argument-is-option', { name: placeholdersOf(word)[0] ?? '' });
    }
    words.push(filled);
  }
  return ok(words);
}

function isNumber(text: string): boolean {
  return /^-\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
}

type HttpBinding = Extract<ToolBinding, { kind: 'http' }>;

/** Headers that the connection sets itself. */
const ownHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'keep-alive',
]);
const carriesBody = new Set(['POST', 'PUT', 'PATCH']);

/** Checks the definition of a request. */
export function checkHttpTemplate(binding: HttpBinding): Result<undefined> {
  const url = checkUrlTemplate(binding.url);
  if (!url.ok) return url;
  for (const { name, value } of binding.headers) {
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      return fail('tool-header-invalid', { name });
    }
    if (ownHeaders.has(name.toLowerCase())) return fail('tool-header-reserved', { name });
  }
  if (binding.body === null) return ok(undefined);
  if (!carriesBody.has(binding.method)) return fail('tool-body-not-allowed', { method: binding.method });
  if (bodyKind(binding) === 'json' && parseJson(fillBody(binding, {}) ?? '') === undefined) {
    return fail('tool-body-not-json');
  }
  return ok(undefined);
}

/** Returns the placeholder names in a request. */
export function httpPlaceholders(binding: HttpBinding): readonly string[] {
  return [...new Set([...placeholdersOf(binding.url), ...placeholdersOf(binding.body ?? '')])];
}

/**
 * Fills the arguments of a call into the address. Each is encoded, so that it can't change the scheme, host or port, add a segment or a
 * parameter, or reach a parent folder.
 */
export function fillUrl(template: string, values: Arguments): Result<string> {
  const checked = checkUrlTemplate(template);
  if (!checked.ok) return checked;
  const { origin, path, query } = checked.value;
  const encode = (name: string): string => encodeURIComponent(plainText(values, name));
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    const filled = fill(segment, encode);
    if (filled !== segment && /^(\.|%2e){1,2}$/i.test(filled)) {
      return fail('tool-path-dots');
    }
    segments.push(filled);
  }
  return ok(new URL(`${origin}${segments.join('/')}${fill(query, encode)}`).href);
}

/** Returns the body, or undefined if there is none. Defaults to JSON. */
export function fillBody(binding: HttpBinding, values: Arguments): string | undefined {
  if (!carriesBody.has(binding.method)) return undefined;
  if (binding.body === null) return JSON.stringify(values);
  const template = binding.body;
  switch (bodyKind(binding)) {
    case 'json': {
      const isInside = insideStrings(template);
      return fill(template, (name, at) =>
        isInside(at) ? JSON.stringify(plainText(values, name)).slice(1, -1) : (JSON.stringify(values[name]) ?? 'null'),
      );
    }
    case 'form':
      return fill(template, (name) => encodeURIComponent(plainText(values, name)));
    case 'text':
      return fill(template, (name) => plainText(values, name));
  }
}

/** Returns the headers to send. */
export function requestHeaders(binding: HttpBinding): Readonly<Record<string, string>> {
  const given = Object.fromEntries(binding.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  return carriesBody.has(binding.method) && given['content-type'] === undefined ? { ...given, 'content-type': 'application/json' } : given;
}

function checkUrlTemplate(template: string): Result<{ readonly origin: string; readonly path: string; readonly query: string }> {
  // the path begins with what can not be in the host: the two share no letters to be tried in both
  const match = /^(https?:\/\/[^/?#\\\s]+)((?:[/\\\s][^?#]*)?)(\?[^#]*)?(#.*)?$/i.exec(template);
  const [, origin = '', path = '', query = '', fragment] = match ?? [];
  if (!match || !URL.canParse(origin)) return fail('tool-url-invalid');
  if (placeholdersOf(origin).length > 0 || /[{}]/.test(origin)) return fail('tool-host-not-fixed');
  if (origin.includes('@')) return fail('tool-url-credentials');
  if (/[\\\s]/.test(path + query)) return fail('tool-url-characters');
  if (fragment !== undefined) return fail('tool-url-fragment');
  return ok({ origin: new URL(origin).origin, path: path === '' ? '/' : path, query });
}

/** Returns how a body is filled in and checked. */
export function bodyKind({ headers }: HttpBinding): 'json' | 'form' | 'text' {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value.toLowerCase();
  if (type === undefined || type.includes('json')) return 'json';
  return type.includes('form-urlencoded') ? 'form' : 'text';
}

/** Returns which positions of a JSON template are inside a string, where a value needs no quotes of its own. */
function insideStrings(template: string): (at: number) => boolean {
  const inside = new Set<number>();
  let isOpen = false;
  for (let at = 0; at < template.length; at += 1) {
    if (isOpen) inside.add(at);
    if (isOpen && template[at] === '\\') at += 1;
    else if (template[at] === '"') isOpen = !isOpen;
  }
  return (at) => inside.has(at);
}
