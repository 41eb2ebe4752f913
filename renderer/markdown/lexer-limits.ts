import type { TokenizerAndRendererExtension } from 'marked';

const maxDepth = 24;
const tooDeep = new RegExp(`^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${maxDepth},}[^\\n]*(?:\\n|$)`);
const rule = /^[-*_ \t]+\n?$/;

/** A line with quotes and lists nested past all reason is plain text: each level costs the lexer the whole line again. */
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
 * Where the lexer should look again: at a sign, or at a space not too far away. It asks at every word, and to look
 * through all of the text each time would make the work grow with the square of the length.
 */
export function nextMarker(source: string, sign: RegExp): number | undefined {
  const part = source.slice(0, searchLength);
  const at = part.search(sign);
  if (at >= 0) return at;
  const space = source.length > searchLength ? part.lastIndexOf(' ') : -1;
  return space > 0 ? space : undefined;
}

/** Delimiters that are matched with one another at a time: the lexer's work grows with their square. */
const maxDelimiters = 128;

/** Cuts a text with too many delimiters, after a space where there is one. */
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

/** One of * _ [ ~ ` < $ */
function isDelimiter(code: number): boolean {
  return code === 42 || code === 95 || code === 91 || code === 126 || code === 96 || code === 60 || code === 36;
}
