import type { TokenizerAndRendererExtension } from 'marked';
import { nearest } from './nearest.ts';

const longestInline = 4000;
const openBlock = /^ {0,3}(\$\$|\\\[)/;
const openInLine = /^(?:\$\$|\$|\\\(|\\\[)/;
const closers: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]', '\\(': '\\)', $: '$' };
const blankLine = /\n[ \t]*\n/;
const restOfLine = /^[ \t]*[.,;:]?[ \t]*(?:\n|$)/;

/** What a formula on lines of its own takes, without a blank line in it, as in TeX. */
export type FormulaMatch =
  | { readonly kind: 'closed'; readonly raw: string; readonly tex: string }
  /** It may still be closed by what is to come. */
  | { readonly kind: 'pending' };

/** Looks for `$$ … $$` or `\[ … \]` at the beginning of a text. */
export function matchFormula(source: string): FormulaMatch | undefined {
  const open = openBlock.exec(source);
  if (open === null) return undefined;
  const [lead, sign = ''] = open;
  const end = source.search(blankLine);
  const body = end < 0 ? source : source.slice(0, end + 1);
  const close = body.indexOf(closers[sign] ?? sign, lead.length);
  if (close < 0) return end < 0 ? { kind: 'pending' } : undefined;
  const tail = restOfLine.exec(body.slice(close + 2));
  const tex = body.slice(lead.length, close).trim();
  return tail === null || tex === '' ? undefined : { kind: 'closed', raw: body.slice(0, close + 2) + tail[0], tex };
}

/** Formulas on lines of their own. */
export const formulaBlock: TokenizerAndRendererExtension = {
  name: 'formula-block',
  level: 'block',
  tokenizer(source) {
    const match = matchFormula(source);
    if (match === undefined) return undefined;
    if (match.kind === 'closed') return { type: 'formula', raw: match.raw, tex: match.tex, isDisplay: true };
    // Until it is closed it is text, but nothing in it starts a block.
    const text = source.trimEnd();
    return { type: 'paragraph', raw: source, text, tokens: this.lexer.inline(text), isPending: true };
  },
};

/** Formulas in a line: `$ … $`, `\( … \)`, and the display signs. Amounts of money are left alone. */
export const formulaInline: TokenizerAndRendererExtension = {
  name: 'formula-inline',
  level: 'inline',
  start: (source) => nearest(source, /\$|\\[([]/),
  tokenizer(source, tokens) {
    const [sign] = openInLine.exec(source) ?? [];
    if (sign === undefined) return undefined;
    const closer = closers[sign] ?? sign;
    const close = findCloser(source, closer, sign.length);
    if (close < 0) return undefined;
    const tex = source.slice(sign.length, close);
    if (tex.trim() === '') return undefined;
    if (sign === '$' && !isDollarFormula(tex, source.charAt(close + 1), tokens.at(-1)?.raw.at(-1))) return undefined;
    return {
      type: 'formula',
      raw: source.slice(0, close + closer.length),
      tex: tex.trim(),
      isDisplay: closer === '$$' || closer === '\\]',
    };
  },
};

function findCloser(source: string, closer: string, from: number): number {
  const reach = source.slice(0, longestInline);
  let at = reach.indexOf(closer, from);
  // a sign behind a backslash belongs to the formula: \$ is a dollar, \\) ends a line of a matrix
  while (at > 0 && reach[at - 1] === '\\' && (closer.startsWith('$') || reach[at - 2] !== '\\')) at = reach.indexOf(closer, at + 1);
  return at;
}

/** "$5 and $10" is money: a formula touches its signs, no digit follows it and no letter stands before it. */
function isDollarFormula(tex: string, next: string, before: string | undefined): boolean {
  return !/^\s|\s$/.test(tex) && !/\n\s*\n/.test(tex) && !/\d/.test(next) && (before === undefined || !/[\w$]/.test(before));
}
