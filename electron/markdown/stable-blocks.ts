import { safeCut } from './fence.ts';
import { lexBlocks } from './markdown-lexer.ts';
import type { MarkdownToken } from './tokens.ts';

/** A longer block is split, so that rendering it stays bounded. */
export const maxBlockLength = 16_384;

/** Returns the end of the first line that may be a fence, or 0. */
export function firstFenceLine(text: string): number {
  const found = /^ {0,3}(?:`{3,}[^`\n]*|~{3}.*)\n/m.exec(text);
  return found === null ? 0 : found.index + found[0].length;
}

/** Freezes the tokens that later text can't change, and stops at a fence. Returns how much was frozen and where the fence starts. */
export function stableEnd(
  tokens: readonly MarkdownToken[],
  freezeText: (source: string) => void,
): { readonly frozen: number; readonly fenceAt: number } {
  const fenceIndex = tokens.findIndex(isFence);
  const end = fenceIndex >= 0 ? fenceIndex : firstUnstable(tokens);
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    if (index >= end) break;
    freezeText(token.raw);
    at += token.raw.length;
  }
  return { frozen: at, fenceAt: fenceIndex >= 0 ? at : -1 };
}

/** Returns the index of the first token that may change. The last one can, and so can a paragraph before an unclosed formula. */
function firstUnstable(tokens: readonly MarkdownToken[]): number {
  const last = tokens.findLastIndex(({ type }) => type !== 'space');
  const token = tokens[last];
  if (token === undefined) return tokens.length;
  if ('isPending' in token) return last > 0 && tokens[last - 1]?.type === 'paragraph' ? last - 1 : last;
  return last < tokens.length - 1 && endsAtBlankLine.has(token.type) ? tokens.length : last;
}

/** These end at a blank line. */
const endsAtBlankLine: ReadonlySet<string> = new Set(['paragraph', 'heading', 'hr', 'table', 'blockquote', 'formula-block', 'def']);

function isFence(token: MarkdownToken): boolean {
  return token.type === 'code' && token.codeBlockStyle !== 'indented';
}

/** Returns where to split a long text: before a list item, else at a line end, else at a space. */
export function findCut(text: string): number {
  const head = text.slice(0, maxBlockLength);
  const items = [...head.matchAll(/\n(?=(?:[-*+]|\d{1,9}[.)])[ \t])/g)].at(-1)?.index ?? -1;
  if (items > maxBlockLength / 2) return items + 1;
  const line = head.lastIndexOf('\n');
  if (line > 0) return line + 1;
  const space = head.lastIndexOf(' ');
  return space > maxBlockLength / 2 ? space + 1 : safeCut(head, maxBlockLength);
}

/** Returns the header of a split table, to be repeated above its rest. */
export function tableHeading(source: string): string {
  const heading = /^[^\n]+\n[^\n]+\n/.exec(source)?.[0] ?? '';
  return heading.length < maxBlockLength / 4 && lexBlocks(heading).tokens[0]?.type === 'table' ? heading : '';
}

/** A line with nothing but the start of a heading, item, quotation, rule, table or fence. */
const incompleteMarker = /^[>\s]*(?:#{1,6}|[-=*+_]+|\d{1,9}[.)]|`+|~+|\|)?$/;

/**
 * Removes a marker without text at the end of a growing text. Rendered alone it would flash as an empty heading or
 * item, or turn the line above into a heading.
 */
export function trimIncompleteMarker(text: string): string {
  const lineAt = text.lastIndexOf('\n') + 1;
  return incompleteMarker.test(text.slice(lineAt).trim()) ? text.slice(0, lineAt) : text;
}
