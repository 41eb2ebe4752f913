import { parseJson } from '../../../contract/json.ts';

declare global {
  /** Missing in TypeScript's library. */
  interface JSON {
    parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
    rawJSON(text: string): object;
  }
}

/** Without one, nothing is rounded. Most texts have none, and a reviver takes long for a large one. */
const longNumber = /\d{16}|\d[eE]/;

/**
 * Parses JSON for a request. A number that JavaScript would round, such as a seed of 64 bits, keeps its digits when it is written again.
 * It is then an object that can't be sent to the window. Returns undefined if the text is invalid.
 */
export function parseExactJson(text: string): unknown {
  if (!longNumber.test(text)) return parseJson(text);
  try {
    return JSON.parse(text, (_key, value, { source }) => (isRounded(value) && source !== undefined ? JSON.rawJSON(source) : value));
  } catch {
    return undefined;
  }
}

function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}
