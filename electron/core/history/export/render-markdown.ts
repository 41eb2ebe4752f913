import { Marked, Tokenizer, type TokenizerAndRendererExtension } from 'marked';
import { escapeHtml } from '../../../contract/escape-html.ts';
import { nextLine, formulaBlock, formulaInline } from './formula.ts';

/** Text longer than this is shown as it is: laying it out would take longer than reading it. */
const longestLaidOut = 200_000;

/** So many formulas are none a person wrote, and setting them would take longer than anyone waits. */
const mostFormulaMarks = 4000;
/** Whoever writes addresses of this length does not mean them to be read. */
const longestAddress = 2000;

/** A line that begins with so many quotes and lists inside each other: marked reads the rest of it once for each. */
const deeplyNested = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){40}/m;

/** A note under the text; to plain Markdown it is the address of a link, and would be gone. */
const footnote: TokenizerAndRendererExtension = {
  name: 'footnote',
  level: 'block',
  start: (text) => nextLine(text, /^\[\^/m),
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
  // No `start`: text stops at every bracket by itself.
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
  tokenizer: {
    // Looking for an address in a run without blanks would begin anew at every letter of it.
    url(text) {
      return /\s/.test(text.slice(0, longestAddress)) || text.length < longestAddress
        ? Tokenizer.prototype.url.call(this, text)
        : undefined;
    },
  },
  renderer: {
    html: ({ text }) => escapeHtml(text),
    image: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const shown = this.parser.parseInline(tokens);
      return /^(https?:\/\/|mailto:)/i.test(href) ? `<a href="${escapeHtml(href)}" rel="noreferrer">${shown}</a>` : shown;
    },
  },
});

/** Whether laying a text out takes no longer than its length allows. */
function canLayOut(text: string): boolean {
  if (text.length > longestLaidOut || deeplyNested.test(text)) return false;
  return (text.match(/\$|\\[([]/g)?.length ?? 0) <= mostFormulaMarks;
}

/** Markdown as HTML that only shows: HTML in it is text, links keep their address only if it is one of the web, pictures are their words. */
export function renderMarkdown(text: string): string {
  if (canLayOut(text)) {
    try {
      const html = marked.parse(text);
      if (typeof html === 'string') return html;
    } catch {
      // nested deeper than any layout; it is shown as it is
    }
  }
  return `<pre>${escapeHtml(text)}</pre>\n`;
}
