import { Lexer } from 'marked';
import { positionsOf, type BlockSource, type PositionRule } from './block-source.ts';
import { paragraphEnd } from './paragraph-end.ts';

const underlines = positionsOf(/\n(?= {0,3}(?:=+|-+)[ \t]*(?:\n|$))/g);
const { lheading, paragraph } = Lexer.rules.block.gfm;

/** The lines that go on neither a heading nor the paragraph which it is made of; the lexer's own rules say so, of each line by itself. */
const stops: PositionRule = ({ text }) => {
  const lines = text.split('\n');
  const places: number[] = [];
  let at = -1;
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    at += (lines[index - 1]?.length ?? 0) + 1;
    // a table is told by two lines
    if (!lheading.test(`a\n${line}\n=`) || paragraph.exec(`a\n${line}\n${lines[index + 1] ?? ''}`)?.[0] === 'a') places.push(at);
  }
  return places;
};

/**
 * Whether an underline makes a heading of the paragraph at a place, and not of more than that: the one before it may be
 * done with. The lexer's rule would tell by reading on to the end of the paragraph, at each line of an item.
 */
export function isUnderlined(source: BlockSource, at: number): boolean {
  const underline = source.next(underlines, at + 1);
  return underline < paragraphEnd(source, at) && underline <= source.next(stops, at);
}
