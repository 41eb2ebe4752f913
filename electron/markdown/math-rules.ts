import type { TokenizerAndRendererExtension } from 'marked';
import { BlockLexer, matchAt, matchPositions, type BlockSource } from './block-source.ts';
import { nextMarker } from './lexer-limits.ts';

const maxInlineLength = 4000;
const openBlock = / {0,3}(\$\$(?!\$)|\\\[)/y;
const openInLine = /^(?:\$\$|\$|\\\(|\\\[)/;
const closers: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]', '\\(': '\\)', $: '$' };
const whitespace = /\s*/y;
const closerAndRest = /(?:\$\$|\\\])[ \t]*(?:([.,;:])[ \t]*)?(?:\n|$)/y;
const dollars = { every: matchPositions(/\$(?=\$)/g), lastInLine: matchPositions(/\$(?=\$[ \t]*(?:[.,;:][ \t]*)?(?:\n|$))/g) };
const brackets = { every: matchPositions(/\\(?=\])/g), lastInLine: matchPositions(/\\(?=\][ \t]*(?:[.,;:][ \t]*)?(?:\n|$))/g) };

/** Positions of line ends before blank lines. */
export const blankLines = matchPositions(/\n(?=[ \t]*\n)/g);
/** Positions of line ends before a blank line or a fence. */
const formulaStops = matchPositions(/\n(?=[ \t]*\n| {0,3}(?:`{3,}[^`\n]*|~{3}.*)(?:\n|$))/g);

type FormulaMatch =
  | { readonly kind: 'closed'; readonly start: number; readonly close: number }
  /** It may still be closed by text to come. */
  | { readonly kind: 'pending' };

/**
 * Matches `$$ … $$` or `\[ … \]` on lines of its own, without a blank line inside, as in TeX. A fence ends it too, so that an open
 * formula neither swallows code nor has to be read again at each fence.
 */
function matchFormula(source: BlockSource, at: number): FormulaMatch | undefined {
  const [lead, sign] = matchAt(openBlock, source.text, at) ?? [];
  if (lead === undefined) return undefined;
  const start = at + lead.length;
  const stop = source.next(formulaStops, at);
  const { every, lastInLine } = sign === '$$' ? dollars : brackets;
  const close = source.next(every, start);
  if (close >= stop) return stop === Infinity ? { kind: 'pending' } : undefined;
  const isEmpty = (matchAt(whitespace, source.text, start)?.[0].length ?? 0) >= close - start;
  return isEmpty || source.next(lastInLine, close) !== close ? undefined : { kind: 'closed', start, close };
}

/** Whether a formula starts at a position. */
export function isFormula(source: BlockSource, at: number): boolean {
  return matchFormula(source, at) !== undefined;
}

/** Formulas on lines of their own. */
export const formulaBlock: TokenizerAndRendererExtension = {
  name: 'formula-block',
  level: 'block',
  tokenizer(rest) {
    const { source, at } = BlockLexer.locate(this.lexer, rest);
    const match = matchFormula(source, at);
    if (match === undefined) return undefined;
    if (match.kind === 'closed') {
      const { start, close } = match;
      const [end = '', punctuation = ''] = matchAt(closerAndRest, source.text, close) ?? [];
      const tex = source.text.slice(start, close).trim() + punctuation;
      return { type: 'formula-block', raw: source.text.slice(at, close + end.length), tex };
    }
    // Until it is closed it is text, but nothing in it starts a block.
    const text = rest.trimEnd();
    return { type: 'paragraph', raw: rest, text, tokens: this.lexer.inline(text), isPending: true };
  },
};

/** Formulas in a line: `$ … $`, `\( … \)` and the display delimiters. Ignores amounts of money. */
export const formulaInline: TokenizerAndRendererExtension = {
  name: 'formula-inline',
  level: 'inline',
  start: (source) => nextMarker(source, /\$|\\[([]/),
  tokenizer(source, tokens) {
    const [sign] = openInLine.exec(source) ?? [];
    if (sign === undefined) return undefined;
    const closer = closers[sign] ?? sign;
    const close = findCloser(source, closer, sign.length);
    if (close < 0) return undefined;
    const tex = source.slice(sign.length, close);
    if (tex.trim() === '') return undefined;
    const before = tokens.at(-1)?.raw.at(-1) ?? '';
    const next = source.charAt(close + closer.length);
    if (sign === '$' && !isDollarFormula(tex, next, before)) return undefined;
    if (sign === '$$' && !isDoubleDollarFormula(tex, next, before)) return undefined;
    return {
      type: 'formula',
      raw: source.slice(0, close + closer.length),
      tex: tex.trim(),
      isDisplay: closer === '$$' || closer === '\\]',
    };
  },
};

function findCloser(source: string, closer: string, from: number): number {
  const searched = source.slice(0, maxInlineLength);
  let at = searched.indexOf(closer, from);
  // a delimiter after a backslash belongs to the formula: \$ is a dollar, \\) ends a line of a matrix
  while (at > 0 && searched[at - 1] === '\\' && (closer.startsWith('$') || searched[at - 2] !== '\\'))
    at = searched.indexOf(closer, at + 1);
  return at;
}

/**
 * "$5 and $10" is money: a formula touches its delimiters, no digit follows and no letter precedes it. "($) and ($)"
 * and "$a in `$b`" are no formulas either.
 */
function isDollarFormula(tex: string, next: string, before: string): boolean {
  return !/^[\s)]|[\s(]$|`|\n\s*\n/.test(tex) && !/[\d$]/.test(next) && !/[\w$]/.test(before);
}

/** "Bar A ($$) or Bar B ($$$)" and "$$ in `echo $$`" are no formulas. */
function isDoubleDollarFormula(tex: string, next: string, before: string): boolean {
  return !/^[$)]|[$(]$|`/.test(tex) && next !== '$' && before !== '$';
}

const maskedFormulas =
  /(?<!\$)\$\$(?![$)])[^$`]*[^$`(]\$\$(?!\$)|(?<!\$)\$(?![\s)])[^$\n`]*[^$\s`(]\$(?![\d$])|(?<!\\)\\\((?:[^\\\n]|\\[^(\n])+?\\\)/g;

/** Replaces the formulas of a line by letters, because a star or underscore in a formula starts no emphasis. */
export function maskFormulas(source: string): string {
  return source.replaceAll(maskedFormulas, (formula) => 'a'.repeat(formula.length));
}
