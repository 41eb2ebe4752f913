import type { AnswerPart } from '../../../contract/answer.ts';
import type { StoredMessage } from '../../../contract/history.ts';
import { escapeHtml } from '../../../contract/strings.ts';
import type { Token } from '../../../contract/tokens.ts';
import type { Image } from '../../../contract/image.ts';
import { listImages } from '../../../contract/message-images.ts';
import { answerRemark, describeImage, formatMinute, speaker, type ExportWriter, type NotebookText } from './export-writer.ts';
import { renderMarkdown, renderUserText } from './render-markdown.ts';
import { historyText } from '../text.ts';
import { alignTokens, type TextRange } from '../../../presentation/align-tokens.ts';
import { impossibleLogprob, shadeProbabilities } from '../../../contract/constants.ts';
import { readFileSync } from 'node:fs';

const text = historyText.export;

const style = `
:root { color-scheme: light dark; }
body { font: 1rem/1.55 'Inter Variable', system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
article { break-after: page; }
article:last-child { break-after: auto; }
section { margin: 1.5rem 0; padding: 0 0 0 1rem; border-left: 3px solid #8888; }
section.user { border-color: #3b7dd8; }
section.user p { white-space: pre-wrap; overflow-wrap: anywhere; }
h2 { font-size: 0.9rem; margin: 0; }
h2 small, .remark, header p { color: #777; font-weight: normal; }
pre, code { font-family: 'JetBrains Mono Variable', ui-monospace, monospace; font-size: 0.9em; font-variant-ligatures: none; } pre code { font-size: 1em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: 0.75rem; border-radius: 6px; }
figure { margin: 0.75rem 0; break-inside: avoid; }
img { display: block; max-width: 100%; max-height: 40rem; height: auto; border-radius: 6px; }
figcaption { color: #777; font-size: 0.9rem; }
blockquote, .reasoning, .notice { color: #777; border-left: 2px solid #8886; margin-left: 0; padding-left: 1rem; }
table { border-collapse: collapse; } td, th { border: 1px solid #8886; padding: 0.25rem 0.5rem; }
.footnote { display: flex; gap: 0.5rem; } .footnote p { margin: 0; }
math { font-family: 'STIX Two Math', 'Cambria Math', 'Latin Modern Math', 'Libertinus Math', 'DejaVu Math TeX Gyre', math; }
math[display='block'] { overflow: auto hidden; padding: 0.25rem 0; }
mtext[mathvariant^='bold'] { font-weight: bold; } mtext[mathvariant$='italic'] { font-style: italic; }
mtext[mathvariant='sans-serif'] { font-family: 'Inter Variable', system-ui, sans-serif; }
mtext[mathvariant='monospace'] { font-family: 'JetBrains Mono Variable', monospace; }
mtable[columnalign^='left'] mtd, mtable[columnalign^='right left'] mtd:nth-child(even) { text-align: -webkit-left; }
mtable[columnalign^='right left'] mtd:nth-child(odd) { text-align: -webkit-right; }
`;

/** Writes the branch in use as a page with its images and fonts, without scripts or external resources, and with a policy that forbids them. */
export function createHtmlWriter(dataUrlOf: (image: Image) => string | undefined): ExportWriter {
  const fonts = createFontCollector();
  const figure = (image: Image): string => {
    const [url, description] = [dataUrlOf(image), escapeHtml(describeImage(image))];
    if (url === undefined) return `<p class="remark">${escapeHtml(text.image(image.name))}</p>\n`;
    return `<figure><img src="${url}" alt="${description}"><figcaption>${description}</figcaption></figure>\n`;
  };
  return {
    takes: 'branch',
    begin: (_now, title) =>
      `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'">\n` +
      `<meta name="referrer" content="no-referrer">\n<meta http-equiv="x-dns-prefetch-control" content="off">\n<title>${escapeHtml(title ?? text.allConversations)}</title>\n<style>${style}${shadingStyle}</style>\n</head>\n<body>\n`,
    conversation: ({ title, createdAt, settings }) =>
      fonts.see(
        `<article>\n<header><h1>${escapeHtml(title)}</h1><p>${[formatMinute(createdAt), settings.model ?? ''].filter(Boolean).map(escapeHtml).join(' · ')}</p>` +
          `${settings.systemPrompt === '' ? '' : `<pre class="system">${escapeHtml(settings.systemPrompt)}</pre>`}</header>\n`,
      ),
    message: (message, _request, _isFirst, tokens) =>
      fonts.see(
        `<section class="${message.role}"><h2>${escapeHtml(speaker(message))} <small>${formatMinute(message.createdAt)}</small></h2>\n${body(message)}${listImages(message).map(figure).join('')}${tokenDetails(message, tokens)}</section>\n`,
      ),
    notebook: (text) => fonts.see(`<p class="tokens">${shadedText(text)}</p>\n`),
    endConversation: () => '</article>\n',
    end: () => `${fonts.style()}</body>\n</html>\n`,
  };
}

/** Returns the shaded tokens of a chat's answer. They are beside the answer, because its Markdown isn't the text they were written in. */
function tokenDetails(message: StoredMessage, tokens: readonly Token[] | null): string {
  if (message.role !== 'assistant' || tokens === null) return '';
  const written = message.answer.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const shaded = shadedHtml(
    written,
    tokens.filter(({ kind }) => kind === 'content'),
  );
  return `<details><summary>${text.tokenProbabilities}</summary><p class="tokens">${shaded}</p></details>\n`;
}

function body(message: StoredMessage): string {
  switch (message.role) {
    case 'user':
      return [
        renderUserText(message.text),
        ...message.attachments.map(({ name, text }) => `<p>${escapeHtml(name)}</p><pre>${escapeHtml(text)}</pre>\n`),
      ].join('');
    case 'assistant': {
      const remark = answerRemark(message);
      return [...message.answer.parts.map(part), remark === '' ? '' : `<p class="remark">${escapeHtml(remark)}</p>\n`].join('');
    }
    case 'tool':
      return `<pre>${escapeHtml(message.text)}</pre>\n`;
  }
}

function part(piece: AnswerPart): string {
  switch (piece.kind) {
    case 'text':
    case 'refusal':
      return renderMarkdown(piece.text);
    case 'reasoning':
      return `<div class="reasoning"><p class="remark">${text.reasoning}</p>\n${renderMarkdown(piece.text)}</div>\n`;
    case 'notice':
      return `<div class="notice">${renderMarkdown(piece.text)}</div>\n`;
    case 'tool-call':
      return `<p>${escapeHtml(text.toolCall(piece.name))}</p><pre>${escapeHtml(piece.arguments)}</pre>\n`;
  }
}

/** The shading: a thicker underline and a stronger colour for a less likely token, in light and dark. */
export const shadingStyle = `
.tokens { white-space: pre-wrap; overflow-wrap: anywhere; }
.tokens i { font-style: normal; border-bottom: 0 solid #c2410c; }
.tokens .l1 { border-bottom-width: 1px; background: #f9731614; }
.tokens .l2 { border-bottom-width: 2px; background: #f9731629; }
.tokens .l3 { border-bottom-width: 3px; background: #f9731647; }
.tokens .l4 { border-bottom-width: 4px; background: #f9731666; }
@media (prefers-color-scheme: dark) { .tokens i { border-bottom-color: #fdba74; } }
`;

/** Returns a Notebook text as HTML with its tokens shaded. */
export function shadedText({ text, byModel }: NotebookText): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, from, continuation, tokens } of byModel) {
    pieces.push(escapeHtml(text.slice(at, start)), shadedHtml(continuation, tokens, { start: from, end: from + end - start }));
    at = end;
  }
  return pieces.join('') + escapeHtml(text.slice(at));
}

/** Returns a text, or a part of it, as HTML with its tokens shaded by their probability. Their alternatives are in the tooltips. */
export function shadedHtml(text: string, tokens: readonly Token[], part: TextRange = { start: 0, end: text.length }): string {
  const ranges = alignTokens(tokens, text);
  const pieces: string[] = [];
  let at = part.start;
  for (const [index, token] of tokens.entries()) {
    const range = ranges[index];
    const start = Math.max(range?.start ?? 0, part.start);
    const end = Math.min(range?.end ?? 0, part.end);
    if (end <= start) continue;
    pieces.push(escapeHtml(text.slice(at, start)), tokenHtml(text.slice(start, end), token));
    at = end;
  }
  return pieces.join('') + escapeHtml(text.slice(at, part.end));
}

function tokenHtml(visible: string, { logprob, alternatives }: Token): string {
  if (logprob === null) return escapeHtml(visible);
  const level = shadeProbabilities.findIndex((lowest) => Math.exp(logprob) >= lowest);
  const listed = alternatives.map((other) => `${JSON.stringify(other.text)} ${percent(other.logprob)}`);
  const title = escapeHtml([historyText.export.probability(percent(logprob)), ...listed].join('\n'));
  return `<i class="l${level < 0 ? shadeProbabilities.length : level}" title="${title}">${escapeHtml(visible)}</i>`;
}

function percent(logprob: number): string {
  if (logprob <= impossibleLogprob) return '0%';
  const value = Math.exp(logprob) * 100;
  return `${value >= 10 ? value.toFixed(1) : value.toPrecision(2)}%`;
}

/** A typeface of the window, for pages that are read elsewhere. */
interface Face {
  readonly family: string;
  readonly style: 'normal' | 'italic';
  readonly weight: string;
  /** The URL of its file. The bundler replaces this expression by the file's place in the bundle. */
  readonly file: () => string;
  /** Returns whether a piece of a page uses it. */
  readonly isUsed: (html: string) => boolean;
}

/** The faces besides that of plain text are embedded only where they are used: the one for formulas is large. */
const faces: readonly Face[] = [
  {
    family: 'Inter Variable',
    style: 'normal',
    weight: '100 900',
    file: () => import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    isUsed: () => true,
  },
  {
    family: 'Inter Variable',
    style: 'italic',
    weight: '100 900',
    file: () => import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-italic.woff2'),
    isUsed: (html) => html.includes('<em>'),
  },
  {
    family: 'JetBrains Mono Variable',
    style: 'normal',
    weight: '100 800',
    file: () => import.meta.resolve('@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'),
    isUsed: (html) => /<(?:pre|code)\b/.test(html),
  },
  {
    family: 'STIX Two Math',
    style: 'normal',
    weight: '400',
    file: () => import.meta.resolve('@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2'),
    isUsed: (html) => html.includes('<math'),
  },
];

/** Collects the faces that a page uses, and embeds them. */
function createFontCollector(): { readonly see: (html: string) => string; readonly style: () => string } {
  const used = new Set<Face>();
  return {
    /** Notes the faces of a piece of the page. Returns the piece. */
    see: (html) => {
      for (const face of faces) if (!used.has(face) && face.isUsed(html)) used.add(face);
      return html;
    },
    style: () =>
      `<style>${faces
        .filter((face) => used.has(face))
        .map(fontFace)
        .join('\n')}</style>\n`,
  };
}

function fontFace({ family, style, weight, file }: Face): string {
  const data = readFileSync(new URL(file())).toString('base64');
  return `@font-face { font-family: '${family}'; font-style: ${style}; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) format('woff2'); }`;
}
