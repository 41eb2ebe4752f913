import { renderToString } from 'katex';
import type { TokenizerAndRendererExtension } from 'marked';
import { canRenderTex, katexOptions, toMathAlphabet } from '../../../contract/tex.ts';
import { escapeHtml } from '../../../contract/strings.ts';

interface Marks {
  readonly open: string;
  readonly close: string;
  /** Longer text is not a formula, so its end is not searched for. */
  readonly longest: number;
  readonly isDisplay: boolean;
}

const blockMarks: readonly Marks[] = [
  { open: '$$', close: '$$', longest: 8000, isDisplay: true },
  { open: '\\[', close: '\\]', longest: 8000, isDisplay: true },
];
const inlineMarks: readonly Marks[] = [
  { open: '$$', close: '$$', longest: 2000, isDisplay: true },
  { open: '$', close: '$', longest: 1000, isDisplay: false },
  { open: '\\(', close: '\\)', longest: 500, isDisplay: false },
  { open: '\\[', close: '\\]', longest: 2000, isDisplay: true },
];

/** Block formulas. Nothing in them is a list or a heading, and a blank line ends them, as in TeX. */
export const formulaBlock: TokenizerAndRendererExtension = {
  name: 'formula-block',
  level: 'block',
  start: (text) => nextLine(text, /^ {0,3}(?:\$\$|\\\[)/m),
  tokenizer: (text) => {
    const indent = /^ {0,3}/.exec(text)?.[0] ?? '';
    const found = formulaAt(text.slice(indent.length), blockMarks);
    if (!found || /\n[ \t]*\n/.test(found.tex)) return undefined;
    const to = indent.length + found.raw.length;
    const closed = /^[ \t]{0,80}([.,;:]?)[ \t]{0,80}(?:\n|$)/.exec(text.slice(to, to + 200));
    if (closed === null) return undefined;
    return { type: 'formula-block', raw: text.slice(0, to + closed[0].length), tex: found.tex, after: closed[1] };
  },
  renderer: ({ raw, tex, after }) => `<p>${setFormula(raw.trim(), String(tex), true)}${escapeHtml(String(after))}</p>\n`,
};

/** Inline formulas. Stars and underscores in them are no emphasis, and amounts of money are not formulas. */
export const formulaInline: TokenizerAndRendererExtension = {
  name: 'formula-inline',
  level: 'inline',
  start: nextDollar, // marked's text rule stops at every backslash anyway
  tokenizer: (text) => {
    const found = formulaAt(text, inlineMarks);
    if (!found) return undefined;
    const { raw, tex, isDisplay } = found;
    if (raw.startsWith('$') && tex.includes('$')) return undefined;
    const isAmount = /^\s|\n|\s$/.test(tex) || /\d/.test(text.charAt(raw.length));
    return raw.startsWith('$') && !isDisplay && isAmount ? undefined : { type: 'formula-inline', raw, tex, isDisplay };
  },
  renderer: ({ raw, tex, isDisplay }) => setFormula(raw, String(tex), isDisplay === true),
};

function formulaAt(
  text: string,
  kinds: readonly Marks[],
): { readonly raw: string; readonly tex: string; readonly isDisplay: boolean } | undefined {
  const marks = kinds.find(({ open }) => text.startsWith(open));
  if (!marks) return undefined;
  const { open, close, longest, isDisplay } = marks;
  const inside = text.slice(open.length, open.length + longest + close.length);
  const length = inside.indexOf(close);
  if (length < 1) return undefined;
  return { raw: text.slice(0, open.length + length + close.length), tex: inside.slice(0, length), isDisplay };
}

function nextDollar(text: string): number {
  const near = text.slice(0, lookAhead);
  const at = near.indexOf('$');
  return at === -1 && text.length > lookAhead ? lookAhead : at;
}

/**
 * Renders a formula as MathML, with its TeX as an annotation for copying. A formula that can't be parsed stays as it is. Links, images
 * and styles are not trusted, and endless expansion is cut off.
 */
function setFormula(source: string, tex: string, isDisplay: boolean): string {
  if (!canRenderTex(tex)) return `<code>${escapeHtml(source)}</code>`;
  try {
    return renderToString(tex.trim(), { ...katexOptions, displayMode: isDisplay })
      .replaceAll(/<(mi|mn) mathvariant="([a-z-]+)">([^<&]*)<\/\1>/g, (whole, tag: string, variant: string, text: string) => {
        const letters = toMathAlphabet(text, variant);
        return letters === undefined ? whole : `<${tag}>${letters}</${tag}>`;
      })
      .replace(' xmlns="http://www.w3.org/1998/Math/MathML"', ''); // HTML does not need it, and the page has no addresses
  } catch {
    // a ParseError, or any other error of KaTeX
    return `<code>${escapeHtml(source)}</code>`;
  }
}

/**
 * How far `start` of an extension searches. marked calls it after each token, so that searching to the end took minutes for long texts.
 * Without a match nearby it returns a later position, and marked joins the text it has cut there.
 */
const lookAhead = 1000;

/** Returns where the next matching line begins, or a later line at which to search again. */
export function nextLine(text: string, line: RegExp): number | undefined {
  const at = line.exec(text.slice(0, lookAhead))?.index;
  if (at !== undefined || text.length <= lookAhead) return at;
  const end = text.lastIndexOf('\n', lookAhead - 1);
  const next = end === -1 ? text.indexOf('\n', lookAhead) : end;
  return next === -1 ? undefined : next + 1;
}
