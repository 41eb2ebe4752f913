import { readObject, parseJson } from '../../electron/contract/json.ts';
import { ok, type Result } from '../../electron/contract/failure.ts';
import { fail } from '../../electron/contract/failures/fail.ts';

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
}

/** Digits in groups of three, as people write large whole numbers: 100,000 or 100 000. */
const groupedDigits = /^\d{1,3}(?:[.,’'\u0020\u00a0\u202f]\d{3})+$/u;

/**
 * Parses a typed number. A comma is a decimal point, or separates the thousands of a whole number. An empty text is undefined, and then
 * the parameter is not sent.
 */
export function parseNumber(text: string, { min = -Infinity, max = Infinity, isWhole = false }: NumberLimits): Result<number | undefined> {
  const typed = text.trim();
  if (typed === '') return ok(undefined);
  const value = Number(isWhole && groupedDigits.test(typed) ? typed.replaceAll(/\D/gu, '') : typed.replace(',', '.'));
  if (Number.isNaN(value)) return fail('not-a-number');
  if (isWhole && !Number.isSafeInteger(value)) return fail('not-a-whole-number');
  if (value < min || value > max) return max === Infinity ? fail('number-too-small', { min }) : fail('number-out-of-range', { min, max });
  return ok(value);
}

/** Parses a whole number from 1 to `max`, which can't be left out. */
export function parseCount(text: string, max: number): Result<number> {
  const parsed = parseNumber(text, { min: 1, max, isWhole: true });
  if (!parsed.ok) return parsed;
  return parsed.value === undefined ? fail('number-out-of-range', { min: 1, max }) : ok(parsed.value);
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
  if (parsed === undefined) return fail('parameters-not-json');
  const value = readObject(parsed);
  if (value === undefined) return fail('parameters-not-object');
  const own = ownFields.find((name) => Object.hasOwn(value, name));
  if (own !== undefined) return fail('parameter-has-control', { name: own });
  if (Object.hasOwn(value, '__proto__')) return fail('parameter-name-reserved', { name: '__proto__' });
  return ok(Object.keys(value).length === 0 ? undefined : value);
}
