import { Marked } from 'marked';
import type { AnswerPart } from '../../../contract/answer.ts';
import type { StoredMessage } from '../../../contract/history.ts';
import type { ExportWriter } from './export-writer.ts';
import { answerRemark, inMinutes } from './wording.ts';

/** Text longer than this is shown as it is: laying it out would take longer than reading it. */
const longestLaidOut = 200_000;

const style = `
:root { color-scheme: light dark; }
body { font: 1rem/1.55 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
article { break-after: page; }
article:last-child { break-after: auto; }
section { margin: 1.5rem 0; padding: 0 0 0 1rem; border-left: 3px solid #8888; }
section.user { border-color: #3b7dd8; }
h2 { font-size: 0.9rem; margin: 0; }
h2 small, .remark, header p { color: #777; font-weight: normal; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: 0.75rem; border-radius: 6px; }
blockquote, .reasoning, .notice { color: #777; border-left: 2px solid #8886; margin-left: 0; padding-left: 1rem; }
table { border-collapse: collapse; } td, th { border: 1px solid #8886; padding: 0.25rem 0.5rem; }
`;

/**
 * The branch in use as a page of its own: no scripts, nothing loaded, and a policy that says so. What was said is
 * text to it: HTML in it is shown, links keep their address only if it is one of the web, pictures are their words.
 */
export const htmlWriter: ExportWriter = {
  takes: 'branch',
  begin: () =>
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n` +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">\n` +
    `<meta name="referrer" content="no-referrer">\n<title>Conversations</title>\n<style>${style}</style>\n</head>\n<body>\n`,
  conversation: ({ title, createdAt, settings }) =>
    `<article>\n<header><h1>${escape(title)}</h1><p>${[inMinutes(createdAt), settings.model ?? ''].filter(Boolean).map(escape).join(' · ')}</p>` +
    `${settings.systemPrompt === '' ? '' : `<pre class="system">${escape(settings.systemPrompt)}</pre>`}</header>\n`,
  message: (message) =>
    `<section class="${message.role}"><h2>${escape(speaker(message))} <small>${inMinutes(message.createdAt)}</small></h2>\n${body(message)}</section>\n`,
  endConversation: () => '</article>\n',
  end: () => '</body>\n</html>\n',
};

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }) => escape(text),
    image: ({ text }) => escape(text),
    link({ href, tokens }) {
      const shown = this.parser.parseInline(tokens);
      return /^(https?:\/\/|mailto:)/i.test(href) ? `<a href="${escape(href)}" rel="noreferrer">${shown}</a>` : shown;
    },
  },
});

function speaker(message: StoredMessage): string {
  switch (message.role) {
    case 'user':
      return 'You';
    case 'assistant':
      return message.model || 'Answer';
    case 'tool':
      return `Result of ${message.name}`;
  }
}

function body(message: StoredMessage): string {
  switch (message.role) {
    case 'user':
      return [
        laidOut(message.text),
        ...message.attachments.map(({ name, text }) => `<p>${escape(name)}</p><pre>${escape(text)}</pre>\n`),
      ].join('');
    case 'assistant': {
      const remark = answerRemark(message);
      return [...message.answer.parts.map(part), remark === '' ? '' : `<p class="remark">${escape(remark)}</p>\n`].join('');
    }
    case 'tool':
      return `<pre>${escape(message.text)}</pre>\n`;
  }
}

function part(piece: AnswerPart): string {
  switch (piece.kind) {
    case 'text':
    case 'refusal':
      return laidOut(piece.text);
    case 'reasoning':
    case 'notice':
      return `<div class="${piece.kind}">${laidOut(piece.text)}</div>\n`;
    case 'tool-call':
      return `<p>Call of ${escape(piece.name)}</p><pre>${escape(piece.arguments)}</pre>\n`;
  }
}

function laidOut(text: string): string {
  if (text.length <= longestLaidOut) {
    try {
      const html = marked.parse(text);
      if (typeof html === 'string') return html;
    } catch {
      // nested deeper than any layout; it is shown as it is
    }
  }
  return `<pre>${escape(text)}</pre>\n`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
