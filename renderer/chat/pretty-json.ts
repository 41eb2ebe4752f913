import { parseJson } from '../../electron/contract/json.ts';

/** A JSON text with its lines broken; a text that is none stays as it is. */
export function prettyJson(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** What is wrong with a JSON text, in words; undefined where nothing is. */
export function jsonTrouble(text: string): string | undefined {
  return parseJson(text) === undefined ? 'This is not valid JSON yet.' : undefined;
}
