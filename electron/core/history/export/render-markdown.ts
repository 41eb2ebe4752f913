import { Marked, type Token } from 'marked';
import { createBlockSplitter } from '../../../markdown/block-splitter.ts';
import { decodeEntities } from '../../../markdown/entities.ts';
import { splitFences } from '../../../markdown/fence.ts';
import type { References } from '../../../markdown/link-references.ts';
import { lexText } from '../../../markdown/markdown-lexer.ts';
import type { MarkdownToken } from '../../../markdown/tokens.ts';
import { escapeHtml } from '../../../contract/strings.ts';
import { renderToString } from 'katex';
import { canRenderTex, katexOptions, toMathAlphabet } from '../../../presentation/tex.ts';

/** Longer text is not rendered, because that would take too long. */
const maxRenderedLength = 200_000;

/** Text with more formula marks is not rendered, because that would take too long. */
const maxFormulaMarks = 4000;

function canRender(text: string): boolean {
  return text.length <= maxRenderedLength && (text.match(/\$|\\[([]/g)?.length ?? 0) <= maxFormulaMarks;
}

/**
 * Renders Markdown as inert HTML, by the rules of the window. HTML in it is escaped except for line breaks, only web and mail links stay
 * links, and images become their text.
 */
export function renderMarkdown(text: string): string {
  if (!canRender(text)) return plainHtml(text);
  const { sections, recent, references } = createBlockSplitter().update(`${text}\n`);
  const render = createRenderer(references);
  const blocks = [...sections.flat(), ...recent].map((block) =>
    block.kind === 'code' ? codeHtml(block.info, block.pieces.join('')) : render(block.source, ({ type }) => type !== 'footnote'),
  );
  const footnotes = Array.from(
    references.footnotes,
    ([label, note]) => `<div class="remark footnote"><sup>${escapeHtml(label)}</sup><div>${render(note)}</div></div>\n`,
  );
  return [...blocks, ...footnotes].join('');
}

/** Renders the user's text literally, because the model gets it as typed. Only fenced code is rendered as code, as in the window. */
export function renderUserText(text: string): string {
  return splitFences(text)
    .map((piece) => (piece.kind === 'code' ? codeHtml(piece.info, piece.pieces.join('')) : `<p>${escapeHtml(piece.text)}</p>\n`))
    .join('');
}

/** Renders the blocks of a text, or some of them. */
type Renderer = (source: string, isShown?: (block: MarkdownToken) => boolean) => string;

/** Creates the renderer of a message. */
function createRenderer({ links, footnotes }: References): Renderer {
  const marked = new Marked({
    extensions: [
      { name: 'formula-block', renderer: ({ raw, tex }) => `<p>${renderFormula(raw.trim(), String(tex), true)}</p>\n` },
      { name: 'formula', renderer: ({ raw, tex, isDisplay }) => renderFormula(raw, String(tex), isDisplay === true) },
      {
        name: 'footnote-mark',
        renderer: ({ raw, label }) => (footnotes.has(String(label)) ? `<sup>${escapeHtml(String(label))}</sup>` : escapeHtml(raw)),
      },
      // as written inside another block; the others are at the end of the message
      { name: 'footnote', renderer: ({ raw }) => `<p>${escapeHtml(raw.trim())}</p>\n` },
      { name: 'plain', renderer: ({ raw }) => plainHtml(raw) },
    ],
    renderer: {
      code: ({ lang = '', text }) => codeHtml(lang, text),
      html: () => '<br>', // the lexer takes no other tag
      image: ({ text }) => escapeHtml(decodeEntities(text)),
      link({ href, tokens }) {
        const shown = this.parser.parseInline(tokens);
        const address = decodeEntities(href);
        return /^(https?:\/\/|mailto:)/i.test(address) ? `<a href="${escapeHtml(address)}" rel="noreferrer">${shown}</a>` : shown;
      },
    },
  });
  return (source, isShown = () => true) => {
    try {
      return marked.parser(asTokens(lexText(source, links).whole().filter(isShown)));
    } catch (error) {
      // emphasis nested thousands of levels deep
      if (!(error instanceof RangeError)) throw error;
      return plainHtml(source);
    }
  };
}

function codeHtml(info: string, code: string): string {
  const [language] = /^\S+/.exec(info) ?? [];
  return `<pre><code${language === undefined ? '' : ` class="language-${escapeHtml(language)}"`}>${escapeHtml(code)}</code></pre>\n`;
}

function plainHtml(text: string): string {
  return `<pre>${escapeHtml(text)}</pre>\n`;
}

/** Marked's type requires an index signature. */
function asTokens(tokens: readonly MarkdownToken[]): Token[] {
  return tokens as Token[];
}

/**
 * Renders a formula as MathML, with its TeX as an annotation for copying. A formula that can't be parsed stays as it is. Links, images
 * and styles are not trusted, and endless expansion is cut off.
 */
function renderFormula(source: string, tex: string, isDisplay: boolean): string {
  if (!canRenderTex(tex)) return `<code>${escapeHtml(source)}</code>`;
  try {
    return renderToString(tex, { ...katexOptions, displayMode: isDisplay })
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
