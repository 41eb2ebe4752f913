import { matchPositions, type BlockSource, type PositionRule } from './block-source.ts';
import { isFootnote } from './footnote-rules.ts';
import { blankLines, isFormula } from './math-rules.ts';
import { Lexer } from 'marked';

const extensionLine = /\n(?= {0,3}(?:\$\$|\\\[|\[\^))/g;
const extensionBlocks: PositionRule = (source) =>
  matchPositions(extensionLine)(source).filter((index) => isFootnote(source.text, index + 1) || isFormula(source, index + 1));
const tables = matchPositions(/\n(?= *[^\n ].*\n {0,3}(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?(?:\n|$))/g);

/** Where a formula or a footnote ends the paragraph at a place, before the lexer's own rules do; else the end of the text. */
export function paragraphEnd(source: BlockSource, at: number): number {
  const end = source.next(extensionBlocks, at);
  return end < source.next(blankLines, at) ? end : source.text.length;
}

/** How much of a text tells where a paragraph ends: the lexer's rule would read all rows of a table to see that there is one. */
export function paragraphScanEnd(source: BlockSource, at: number): number {
  const end = paragraphEnd(source, at);
  const table = source.next(tables, at);
  if (table >= end) return end;
  const head = source.text.indexOf('\n', table + 1);
  const alignment = source.text.indexOf('\n', head + 1);
  return alignment < 0 ? end : Math.min(end, alignment);
}

const underlines = matchPositions(/\n(?= {0,3}(?:=+|-+)[ \t]*(?:\n|$))/g);
const { lheading, paragraph } = Lexer.rules.block.gfm;

/** The lines that go on neither a heading nor the paragraph which it is made of; the lexer's own rules say so, of each line by itself. */
const headingStops: PositionRule = ({ text }) => {
  const lines = text.split('\n');
  const positions: number[] = [];
  let at = -1;
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    at += (lines[index - 1]?.length ?? 0) + 1;
    // a table is told by two lines
    if (!lheading.test(`a\n${line}\n=`) || paragraph.exec(`a\n${line}\n${lines[index + 1] ?? ''}`)?.[0] === 'a') positions.push(at);
  }
  return positions;
};

/**
 * Whether an underline makes a heading of the paragraph at a place, and not of more than that: the one before it may be
 * done with. The lexer's rule would tell by reading on to the end of the paragraph, at each line of an item.
 */
export function isUnderlined(source: BlockSource, at: number): boolean {
  const underline = source.next(underlines, at + 1);
  return underline < paragraphEnd(source, at) && underline <= source.next(headingStops, at);
}
