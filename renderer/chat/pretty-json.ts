import { parseJson } from '../../electron/contract/json.ts';
import { hiddenCharacters } from '../markdown/reveal-hidden-characters.tsx';

/**
 * Indents a JSON object or array. Its values stay as they are written, because parsing would change long numbers and repeated keys. Only
 * hidden characters become escapes. Returns other texts unchanged.
 */
export function prettyJson(text: string): string {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? escapeHidden(indent(text)) : text;
}

/** Deeper levels aren't indented further, because that would take as much space as the square of their number. */
const maxIndentedDepth = 100;

function indent(json: string): string {
  const pieces: string[] = [];
  let depth = 0;
  let isLineDue = false;
  const add = (token: string) => {
    if (isLineDue) pieces.push('\n', '  '.repeat(Math.min(depth, maxIndentedDepth)));
    isLineDue = false;
    pieces.push(token);
  };
  for (let at = 0; at < json.length;) {
    const end = tokenEnd(json, at);
    const token = json.slice(at, end);
    at = end;
    switch (token) {
      case '{':
      case '[':
        add(token);
        depth += 1;
        isLineDue = true;
        break;
      case '}':
      case ']':
        depth -= 1;
        isLineDue = !isOpening(pieces.at(-1));
        add(token);
        break;
      case ',':
        pieces.push(token);
        isLineDue = true;
        break;
      case ':':
        pieces.push(': ');
        break;
      default:
        if (token.trim() !== '') add(token);
    }
  }
  return pieces.join('');
}

const isOpening = (token: string | undefined) => token === '{' || token === '[';

/** A loop, because a pattern would overflow the stack with a string of some megabytes. */
function tokenEnd(json: string, start: number): number {
  let at = start + 1;
  if (json[start] === '"') {
    while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
    return at + 1;
  }
  if (isBorder(json[start])) return at;
  while (at < json.length && !isBorder(json[at])) at += 1;
  return at;
}

const isBorder = (character = '') => '{}[]:," \t\r\n'.includes(character);

/** Replaces hidden characters, which valid JSON has only in strings, by the escapes of their code units. */
function escapeHidden(json: string): string {
  return json.replaceAll(new RegExp(hiddenCharacters, 'gu'), (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
