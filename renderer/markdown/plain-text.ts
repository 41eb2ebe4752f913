import { decodeEntities } from '../../electron/markdown/entities.ts';
import type { LexedText } from '../../electron/markdown/markdown-lexer.ts';
import { isBlock, type MarkdownToken } from '../../electron/markdown/tokens.ts';

/** Returns the visible text of a line's tokens, without emphasis. */
export function plainText(tokens: readonly MarkdownToken[], lexed: LexedText): string {
  return tokens
    .map((token) => {
      if (isBlock(token)) return token.raw;
      switch (token.type) {
        case 'text':
          return decodeEntities(token.raw);
        case 'escape':
        case 'codespan':
          return token.text;
        case 'image':
          return decodeEntities(token.text);
        case 'em':
        case 'strong':
        case 'del':
        case 'link':
          return plainText(lexed.inline(token.tokens), lexed);
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
