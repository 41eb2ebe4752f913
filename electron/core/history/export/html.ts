import type { AnswerPart } from '../../../contract/answer.ts';
import type { StoredMessage } from '../../../contract/history.ts';
import { escapeHtml } from '../../../contract/strings.ts';
import type { Token } from '../../../contract/tokens.ts';
import { answerRemark, formatMinute, type ExportWriter } from './export-writer.ts';
import { createFontCollector } from './fonts.ts';
import { renderMarkdown, renderUserText } from './render-markdown.ts';
import { shadedText, shadedHtml, shadingStyle } from './shaded-tokens.ts';
import { historyText } from '../text.ts';

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

/** Writes the branch in use as a page with its fonts, without scripts or external resources, and with a policy that forbids them. */
export function createHtmlWriter(): ExportWriter {
  const fonts = createFontCollector();
  return {
    takes: 'branch',
    begin: (_now, title) =>
      `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'">\n` +
      `<meta name="referrer" content="no-referrer">\n<meta http-equiv="x-dns-prefetch-control" content="off">\n<title>${escapeHtml(title ?? text.allConversations)}</title>\n<style>${style}${shadingStyle}</style>\n</head>\n<body>\n`,
    conversation: ({ title, createdAt, settings }) =>
      fonts.see(
        `<article>\n<header><h1>${escapeHtml(title)}</h1><p>${[formatMinute(createdAt), settings.model ?? ''].filter(Boolean).map(escapeHtml).join(' · ')}</p>` +
          `${settings.systemPrompt === '' ? '' : `<pre class="system">${escapeHtml(settings.systemPrompt)}</pre>`}</header>\n`,
      ),
    message: (message, _request, _isFirst, tokens) =>
      fonts.see(
        `<section class="${message.role}"><h2>${escapeHtml(speaker(message))} <small>${formatMinute(message.createdAt)}</small></h2>\n${body(message)}${tokenDetails(message, tokens)}</section>\n`,
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

function speaker(message: StoredMessage): string {
  switch (message.role) {
    case 'user':
      return 'You';
    case 'assistant':
      return message.model || 'Answer';
    case 'tool':
      return text.toolResult(message.name);
  }
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
