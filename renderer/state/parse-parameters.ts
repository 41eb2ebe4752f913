import { fieldsOf, parseJson } from '../../electron/contract/json.ts';
import { failed, ok, type Result } from '../../electron/contract/failure.ts';

/** The limits of a number. */
export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly isWhole?: boolean;
}

/** What was typed as a number; an empty text is none, and then nothing is sent. */
export function parseNumber(text: string, { min = -Infinity, max = Infinity, isWhole = false }: NumberLimits): Result<number | undefined> {
  if (text.trim() === '') return ok(undefined);
  const value = Number(text.trim().replace(',', '.'));
  if (Number.isNaN(value)) return refused('This is not a number.');
  if (isWhole && !Number.isSafeInteger(value)) return refused('Only whole numbers.');
  if (value < min || value > max) return refused(max === Infinity ? `At least ${min}.` : `From ${min} to ${max}.`);
  return ok(value);
}

/** Stop texts, one a line; `\n` stands for a line break in one. */
export function parseStops(text: string): readonly string[] | undefined {
  const stops = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(String.raw`\n`, '\n'));
  return stops.length === 0 ? undefined : stops.slice(0, 16);
}

/** Stop texts as they are typed. */
export function stopsText(stops: readonly string[] | undefined): string {
  return (stops ?? []).map((stop) => stop.replaceAll('\n', String.raw`\n`)).join('\n');
}

/** What Causeway writes into a request itself. */
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

/** "More parameters": a JSON object, of names that have no control of their own. */
export function parseExtra(text: string): Result<Readonly<Record<string, unknown>> | undefined> {
  if (text.trim() === '') return ok(undefined);
  const parsed = parseJson(text);
  if (parsed === undefined) return refused('This is not valid JSON yet.');
  const value = fieldsOf(parsed);
  if (value === undefined) return refused('This must be a JSON object: {"name": value}.');
  const own = ownFields.find((name) => Object.hasOwn(value, name));
  if (own !== undefined) return refused(`“${own}” has its own place in Causeway: leave it out here.`);
  if (Object.hasOwn(value, '__proto__')) return refused('“__proto__” can’t be a name here: leave it out.');
  return ok(Object.keys(value).length === 0 ? undefined : value);
}

function refused(message: string): Result<never> {
  return failed('invalid-input', message, '');
}
