import { renderToString } from 'katex';
import type { TokenizerAndRendererExtension } from 'marked';
import { toMathAlphabet, katexOptions } from '../../../contract/tex.ts';
import { escapeHtml } from '../../../contract/escape-html.ts';

interface Marks {
  readonly open: string;
  readonly close: string;
  /** What is longer is no formula: nobody looks further for its end. */
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

/** Formulas on lines of their own: nothing in them is a list or a heading, and a blank line ends them, as in TeX. */
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

/** Formulas in a line; stars and underscores in them are no emphasis, and amounts of money are none of them. */
export const formulaInline: TokenizerAndRendererExtension = {
  name: 'formula-inline',
  level: 'inline',
  start: nextDollar, // text stops at every backslash by itself
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
 * A formula as MathML, which browsers set by themselves, with its TeX beside it for who copies it. One that can't be read stays as
 * it was written. Nothing of it is live: what would link, load or style is not trusted, and what expands without end is given up.
 */
function setFormula(source: string, tex: string, isDisplay: boolean): string {
  try {
    return renderToString(tex.trim(), { ...katexOptions, displayMode: isDisplay })
      .replaceAll(/<(mi|mn) mathvariant="([a-z-]+)">([^<&]*)<\/\1>/g, (whole, tag: string, variant: string, text: string) => {
        const letters = toMathAlphabet(text, variant);
        return letters === undefined ? whole : `<${tag}>${letters}</${tag}>`;
      })
      .replace(' xmlns="http://www.w3.org/1998/Math/MathML"', ''); // HTML knows it, and the page names no address
  } catch {
    // a ParseError is the writer's; whatever else KaTeX stumbles over ends the same way
    return `<code>${escapeHtml(source)}</code>`;
  }
}

/**
 * How far a search for the next piece of our own looks: marked asks anew after each piece it has read, so that looking to the end
 * took minutes for long texts. Where nothing is near it is told to stop there, and joins what it has cut.
 */
const lookAhead = 1000;

/** Where the next line that fits begins, or a later line to ask again at. */
export function nextLine(text: string, line: RegExp): number | undefined {
  const at = line.exec(text.slice(0, lookAhead))?.index;
  if (at !== undefined || text.length <= lookAhead) return at;
  const end = text.lastIndexOf('\n', lookAhead - 1);
  const next = end === -1 ? text.indexOf('\n', lookAhead) : end;
  return next === -1 ? undefined : next + 1;
}
