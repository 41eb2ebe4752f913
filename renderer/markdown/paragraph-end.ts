import { positionsOf, type BlockSource, type PositionRule } from './block-source.ts';
import { isFootnote } from './footnote-rules.ts';
import { blankLines, isFormula } from './math-rules.ts';

const ownLine = /\n(?= {0,3}(?:\$\$|\\\[|\[\^))/g;
const ownBlocks: PositionRule = (source) =>
  positionsOf(ownLine)(source).filter((index) => isFootnote(source.text, index + 1) || isFormula(source, index + 1));
const tables = positionsOf(/\n(?= *[^\n ].*\n {0,3}(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?(?:\n|$))/g);

/** Where a formula or a footnote ends the paragraph at a place, before the lexer's own rules do; else the end of the text. */
export function paragraphEnd(source: BlockSource, at: number): number {
  const end = source.next(ownBlocks, at);
  return end < source.next(blankLines, at) ? end : source.text.length;
}

/** How much of a text tells where a paragraph ends: the lexer's rule would read all rows of a table to see that there is one. */
export function paragraphReach(source: BlockSource, at: number): number {
  const end = paragraphEnd(source, at);
  const table = source.next(tables, at);
  if (table >= end) return end;
  const head = source.text.indexOf('\n', table + 1);
  const alignment = source.text.indexOf('\n', head + 1);
  return alignment < 0 ? end : Math.min(end, alignment);
}
