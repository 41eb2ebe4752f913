import type { TokenizerAndRendererExtension } from 'marked';

const maxDepth = 24;
const tooDeep = new RegExp(`^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${maxDepth},}[^\\n]*(?:\\n|$)`);
const rule = /^(?:[- \t]+|[* \t]+|[_ \t]+)\n?$/;

/** Treats a line with too deeply nested quotes and lists as plain text, because the lexer reads the whole line again for each level. */
export const tooDeepBlock: TokenizerAndRendererExtension = {
  name: 'plain',
  level: 'block',
  tokenizer(source) {
    const [raw] = tooDeep.exec(source) ?? [];
    return raw === undefined || rule.test(raw) ? undefined : { type: 'plain', raw };
  },
};

const searchLength = 512;

/**
 * Returns where the lexer should look next: at a sign, or at a space within reach. It asks at every word, so searching
 * the whole text would take quadratic time.
 */
export function nextMarker(source: string, sign: RegExp): number | undefined {
  const part = source.slice(0, searchLength);
  const at = part.search(sign);
  if (at >= 0) return at;
  const space = source.length > searchLength ? part.lastIndexOf(' ') : -1;
  return space > 0 ? space : undefined;
}

/** The lexer's work grows with the square of the delimiters it matches at once. */
const maxDelimiters = 128;

/** Splits a text with too many delimiters, after a space if possible. */
export function boundedPieces(source: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  let count = 0;
  let space = 0;
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 32 || code === 10) space = at + 1;
    if (!isDelimiter(code) && !(code === 92 && /[([]/.test(source.charAt(at + 1)))) continue;
    count += 1;
    if (count < maxDelimiters) continue;
    const end = space > start ? space : at + 1;
    pieces.push(source.slice(start, end));
    start = end;
    count = 0;
  }
  pieces.push(source.slice(start));
  return pieces;
}

/** One of * _ [ ~ ` < $ ! */
function isDelimiter(code: number): boolean {
  return code === 42 || code === 95 || code === 91 || code === 126 || code === 96 || code === 60 || code === 36 || code === 33;
}
