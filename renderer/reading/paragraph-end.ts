import { isFootnote } from './footnote-rules.ts';
import { matchFormula } from './math-rules.ts';

const ownLine = /\n(?= {0,3}(?:\$\$|\\\[|\[\^))/g;

/** Where a formula or a footnote ends the paragraph at the beginning of a text, before the lexer's own rules do. */
export function paragraphEnd(source: string): number | undefined {
  const blank = source.search(/\n[ \t]*\n/);
  for (const { index } of source.matchAll(ownLine)) {
    if (blank >= 0 && index >= blank) return undefined;
    const rest = source.slice(index + 1);
    if (isFootnote(rest) || matchFormula(rest) !== undefined) return index;
  }
  return undefined;
}
