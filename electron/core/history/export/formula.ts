import { renderToString } from 'katex';
import type { TokenizerAndRendererExtension } from 'marked';
import { mathLetters, texRules } from '../../../contract/formulas.ts';
import { escapeHtml } from './escape-html.ts';

/** Formulas on lines of their own: nothing in them is a list or a heading, and a blank line ends them, as in TeX. */
export const formulaBlock: TokenizerAndRendererExtension = {
  name: 'formula-block',
  level: 'block',
  start: (text) => /^ {0,3}(?:\$\$|\\\[)/m.exec(text)?.index,
  tokenizer: (text) => {
    const found =
      /^ {0,3}(?:\$\$((?:(?!\n[ \t]*\n|\$\$)[^]){1,8000})\$\$|\\\[((?:(?!\n[ \t]*\n|\\\])[^]){1,8000})\\\])[ \t]*([.,;:]?)[ \t]*(?:\n|$)/.exec(
        text,
      );
    return found === null ? undefined : { type: 'formula-block', raw: found[0], tex: found[1] ?? found[2], after: found[3] };
  },
  renderer: ({ raw, tex, after }) => `<p>${setFormula(raw.trim(), String(tex), true)}${escapeHtml(String(after))}</p>\n`,
};

/** Formulas in a line; stars and underscores in them are no emphasis, and amounts of money are none of them. */
export const formulaInline: TokenizerAndRendererExtension = {
  name: 'formula-inline',
  level: 'inline',
  start: (text) => /\$|\\[([]/.exec(text)?.index,
  tokenizer: (text) => {
    const found =
      /^(?:\$\$([^$]{1,2000})\$\$|\$((?![\s$])[^$\n]{1,1000}(?<!\s))\$(?!\d)|\\\(([^]{1,500}?)\\\)|\\\[([^]{1,2000}?)\\\])/.exec(text);
    if (found === null) return undefined;
    const [raw, dollars, dollar, round, square] = found;
    const display = dollars ?? square;
    return { type: 'formula-inline', raw, tex: display ?? dollar ?? round, isDisplay: display !== undefined };
  },
  renderer: ({ raw, tex, isDisplay }) => setFormula(raw, String(tex), isDisplay === true),
};

/**
 * A formula as MathML, which browsers set by themselves, with its TeX beside it for who copies it. One that can't be read stays as
 * it was written. Nothing of it is live: what would link, load or style is not trusted, and what expands without end is given up.
 */
function setFormula(source: string, tex: string, isDisplay: boolean): string {
  try {
    return renderToString(tex.trim(), { ...texRules, displayMode: isDisplay })
      .replaceAll(/<(mi|mn) mathvariant="([a-z-]+)">([^<&]*)<\/\1>/g, (whole, tag: string, variant: string, text: string) => {
        const letters = mathLetters(text, variant);
        return letters === undefined ? whole : `<${tag}>${letters}</${tag}>`;
      })
      .replace(' xmlns="http://www.w3.org/1998/Math/MathML"', ''); // HTML knows it, and the page names no address
  } catch {
    // a ParseError is the writer's; whatever else KaTeX stumbles over ends the same way
    return `<code>${escapeHtml(source)}</code>`;
  }
}
