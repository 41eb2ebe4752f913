import { matchPositions, type BlockSource, type PositionRule } from './block-source.ts';
import { isFootnote } from './footnote-rules.ts';
import { blankLines, isFormula } from './math-rules.ts';
import { Lexer } from 'marked';

const extensionLine = /\n(?= {0,3}(?:\$\$|\\\[|\[\^))/g;
const extensionBlocks: PositionRule = (source) =>
  matchPositions(extensionLine)(source).filter((index) => isFootnote(source.text, index + 1) || isFormula(source, index + 1));
const tables = matchPositions(/\n(?= *[^\n ].*\n {0,3}(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?(?:\n|$))/g);

/** Returns where a formula or footnote ends a paragraph before the lexer's own rules do, else the end of the text. */
export function paragraphEnd(source: BlockSource, at: number): number {
  const end = source.next(extensionBlocks, at);
  return end < source.next(blankLines, at) ? end : source.text.length;
}

/** Returns how far the lexer must read to find a paragraph's end. Its own rule would read all rows of a table to detect it. */
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

/** Positions of lines that continue neither a setext heading nor its paragraph. Tests the lexer's own rules on each line alone. */
const headingStops: PositionRule = ({ text }) => {
  const lines = text.split('\n');
  const positions: number[] = [];
  let at = -1;
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    at += (lines[index - 1]?.length ?? 0) + 1;
    // a table needs two lines to be detected
    if (!lheading.test(`a\n${line}\n=`) || paragraph.exec(`a\n${line}\n${lines[index + 1] ?? ''}`)?.[0] === 'a') positions.push(at);
  }
  return positions;
};

/**
 * Whether an underline makes a setext heading of exactly the paragraph at a position. The lexer's own rule would read
 * to the paragraph's end at each line of an item.
 */
export function isUnderlined(source: BlockSource, at: number): boolean {
  const underline = source.next(underlines, at + 1);
  return underline < paragraphEnd(source, at) && underline <= source.next(headingStops, at);
}
