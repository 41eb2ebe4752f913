import { createElement, Fragment, lazy, Suspense, type ReactNode } from 'react';
import { decodeEntities } from '../../electron/markdown/entities.ts';
import { FootnoteMark } from './footnote-mark.tsx';
import { ImageView } from './image-view.tsx';
import { LinkView } from './link-view.tsx';
import type { LexedText } from '../../electron/markdown/markdown-lexer.ts';
import type { RenderScope } from './render-scope.ts';
import { plainText } from './plain-text.ts';
import { isBlock, type MarkdownToken } from '../../electron/markdown/tokens.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import { markdownText } from './text.ts';

const Formula = lazy(async () => ({ default: (await import('./formula.tsx')).Formula }));

/** Deeper nested emphasis is shown as written. */
const maxDepth = 16;

/** Renders the tokens of a line. */
export function inlineContent(tokens: readonly MarkdownToken[], lexed: LexedText, scope: RenderScope, depth = 0): ReactNode {
  // Tokens keep their order, so their index is their key.
  return createElement(Fragment, null, ...tokens.map((token) => inlineToken(token, lexed, scope, depth)));
}

function inlineToken(token: MarkdownToken, lexed: LexedText, scope: RenderScope, depth: number): ReactNode {
  if (depth > maxDepth || isBlock(token)) return revealHiddenCharacters(token.raw);
  switch (token.type) {
    case 'text':
      return revealHiddenCharacters(decodeEntities(token.raw));
    case 'escape':
      return revealHiddenCharacters(token.text);
    case 'strong':
      return <strong>{inlineContent(lexed.inline(token.tokens), lexed, scope, depth + 1)}</strong>;
    case 'em':
      return <em>{inlineContent(lexed.inline(token.tokens), lexed, scope, depth + 1)}</em>;
    case 'del':
      return <del>{inlineContent(lexed.inline(token.tokens), lexed, scope, depth + 1)}</del>;
    case 'codespan':
      return <code>{revealHiddenCharacters(token.text)}</code>;
    case 'br':
    case 'html': // only `<br>` gets here, see the lexer
      return <br />;
    case 'link': {
      const inside = lexed.inline(token.tokens);
      return (
        <LinkView href={decodeEntities(token.href)} text={plainText(inside, lexed)}>
          {inlineContent(inside, lexed, scope, depth + 1)}
        </LinkView>
      );
    }
    case 'image':
      return <ImageView href={decodeEntities(token.href)} alt={decodeEntities(token.text)} />;
    case 'formula':
      return (
        <Suspense fallback={<code>{token.tex}</code>}>
          <Formula tex={token.tex} source={token.raw} isDisplay={token.isDisplay} />
        </Suspense>
      );
    case 'footnote-mark':
      return <FootnoteMark label={token.label} source={token.raw} scope={scope} />;
    case 'checkbox':
      return (
        <input
          type="checkbox"
          disabled
          checked={token.checked}
          aria-label={token.checked ? markdownText.taskDone : markdownText.taskOpen}
        />
      );
  }
}
