import { readObject, parseJson } from '../../electron/contract/json.ts';
import { ok, type Result } from '../../electron/contract/failure.ts';
import { failed } from '../../electron/contract/failures/fail.ts';

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
}

/** Parses a typed number. An empty text is undefined, and then the parameter is not sent. */
export function parseNumber(text: string, { min = -Infinity, max = Infinity, isWhole = false }: NumberLimits): Result<number | undefined> {
  if (text.trim() === '') return ok(undefined);
  const value = Number(text.trim().replace(',', '.'));
  if (Number.isNaN(value)) return invalid('This is not a number.');
  if (isWhole && !Number.isSafeInteger(value)) return invalid('Only whole numbers.');
  if (value < min || value > max) return invalid(max === Infinity ? `At least ${min}.` : `From ${min} to ${max}.`);
  return ok(value);
}

/** Parses stop sequences, one per line; `\n` stands for a line break. */
export function parseStops(text: string): readonly string[] | undefined {
  const stops = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(String.raw`\n`, '\n'));
  return stops.length === 0 ? undefined : stops.slice(0, 16);
}

/** Formats stop sequences for editing. */
export function stopsText(stops: readonly string[] | undefined): string {
  return (stops ?? []).map((stop) => stop.replaceAll('\n', String.raw`\n`)).join('\n');
}

/** Request fields that have their own controls. */
const ownFields = [
  'model',
  'messages',
  'prompt',
  'stream',
  'tools',
  'tool_choice',
  'reasoning_effort',
  'max_tokens',
  'temperature',
  'top_p',
  'stop',
  'seed',
];

/** Parses "More parameters": a JSON object without the names that have their own controls. */
export function parseExtra(text: string): Result<Readonly<Record<string, unknown>> | undefined> {
  if (text.trim() === '') return ok(undefined);
  const parsed = parseJson(text);
  if (parsed === undefined) return invalid('This is not valid JSON yet.');
  const value = readObject(parsed);
  if (value === undefined) return invalid('This must be a JSON object: {"name": value}.');
  const own = ownFields.find((name) => Object.hasOwn(value, name));
  if (own !== undefined) return invalid(`“${own}” has its own place in Causeway: leave it out here.`);
  if (Object.hasOwn(value, '__proto__')) return invalid('“__proto__” can’t be a name here: leave it out.');
  return ok(Object.keys(value).length === 0 ? undefined : value);
}

function invalid(message: string): Result<never> {
  return failed('invalid-input', message, '');
}
