import { decodeEntities } from './entities.ts';
import { lexWhole, type Lexed } from './markdown-lexer.ts';
import { isBlock, type MarkdownToken } from './tokens.ts';

/** A table's source as comma-separated values (RFC 4180): the words of its cells without their emphasis. */
export function tableCsv(source: string): string {
  const lexed = lexWhole(source, {});
  const table = lexed.tokens.find((token) => token.type === 'table');
  if (table === undefined) return '';
  return [table.header, ...table.rows]
    .map((row) => row.map(({ tokens }) => quoted(words(lexed.inline(tokens), lexed))).join(','))
    .join('\r\n');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function words(tokens: readonly MarkdownToken[], lexed: Lexed): string {
  return tokens
    .map((token) => {
      if (isBlock(token)) return token.raw;
      switch (token.type) {
        case 'text':
          return decodeEntities(token.raw);
        case 'escape':
        case 'codespan':
        case 'image':
          return token.text;
        case 'em':
        case 'strong':
        case 'del':
        case 'link':
          return words(lexed.inline(token.tokens), lexed);
        case 'br':
        case 'html':
          return '\n';
        case 'checkbox':
        case 'footnote-mark':
        case 'formula':
          return token.raw;
      }
    })
    .join('')
    .trim();
}
