import { Marked, Tokenizer, type TokenizerAndRendererExtension } from 'marked';
import { escapeHtml } from '../../../contract/strings.ts';
import { nextLine, formulaBlock, formulaInline } from './formula.ts';

/** Longer text is not rendered, because that would take too long. */
const maxRenderedLength = 200_000;

/** Text with more formula marks is not rendered, because that would take too long. */
const maxFormulaMarks = 4000;
/** Longer runs without a space are not searched for addresses. */
const maxAddressLength = 2000;

/** A line with this many nested quotes and lists. marked would read the rest of the line once for each. */
const deeplyNested = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){40}/m;

/** Footnotes. Plain Markdown would take them for link definitions and drop them. */
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

/** References to footnotes. */
const footnoteMark: TokenizerAndRendererExtension = {
  name: 'footnote-mark',
  level: 'inline',
  // needs no `start`, because marked's text rule stops at every bracket
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
    // HTML is text: after some tags marked would take what follows for escaped
    html: () => undefined,
    tag: () => undefined,
    // in a long run without spaces the search would start again at every character
    url(text) {
      return /\s/.test(text.slice(0, maxAddressLength)) || text.length < maxAddressLength
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

/** Returns whether rendering takes time in proportion to the length only. */
function canRender(text: string): boolean {
  if (text.length > maxRenderedLength || deeplyNested.test(text)) return false;
  return (text.match(/\$|\\[([]/g)?.length ?? 0) <= maxFormulaMarks;
}

/** Renders Markdown as inert HTML. HTML in it is escaped, only web and mail links stay links, and images become their text. */
export function renderMarkdown(text: string): string {
  if (canRender(text)) {
    try {
      const html = marked.parse(text);
      if (typeof html === 'string') return html;
    } catch {
      // nested too deeply, so it is not rendered
    }
  }
  return `<pre>${escapeHtml(text)}</pre>\n`;
}
