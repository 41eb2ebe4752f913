import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { formulaBlock, formulaInline } from './formula.ts';

/** Text longer than this is shown as it is: laying it out would take longer than reading it. */
const longestLaidOut = 200_000;

/** A note under the text; to plain Markdown it is the address of a link, and would be gone. */
const footnote: TokenizerAndRendererExtension = {
  name: 'footnote',
  level: 'block',
  start: (text) => /^\[\^/m.exec(text)?.index,
  tokenizer(text) {
    const found = /^\[\^([^\]\s]{1,80})\]:[ \t]*([^\n]*(?:\n(?!\[\^)[^\n]+)*)(?:\n|$)/.exec(text);
    if (found === null) return undefined;
    const [raw, label = '', words = ''] = found;
    return { type: 'footnote', raw, label, tokens: this.lexer.inlineTokens(words) };
  },
  renderer({ label, tokens }) {
    return `<p class="remark"><sup>${escapeHtml(String(label))}</sup> ${this.parser.parseInline(tokens ?? [])}</p>\n`;
  },
};

/** Where such a note belongs. */
const footnoteMark: TokenizerAndRendererExtension = {
  name: 'footnote-mark',
  level: 'inline',
  start: (text) => text.indexOf('[^'),
  tokenizer: (text) => {
    const found = /^\[\^([^\]\s]{1,80})\]/.exec(text);
    return found === null ? undefined : { type: 'footnote-mark', raw: found[0], label: found[1] };
  },
  renderer: ({ label }) => `<sup>${escapeHtml(String(label))}</sup>`,
};

const marked = new Marked({
  gfm: true,
  async: false,
  extensions: [formulaBlock, formulaInline, footnote, footnoteMark],
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const shown = this.parser.parseInline(tokens);
      return /^(https?:\/\/|mailto:)/i.test(href) ? `<a href="${escapeHtml(href)}" rel="noreferrer">${shown}</a>` : shown;
    },
  },
});

/** Markdown as HTML that only shows: HTML in it is text, links keep their address only if it is one of the web, pictures are their words. */
export function laidOut(text: string): string {
  if (text.length <= longestLaidOut) {
    try {
      const html = marked.parse(text);
      if (typeof html === 'string') return html;
    } catch {
      // nested deeper than any layout; it is shown as it is
    }
  }
  return `<pre>${escapeHtml(text)}</pre>\n`;
}
