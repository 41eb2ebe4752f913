import { createElement, Fragment, lazy, memo, Suspense, type ReactNode } from 'react';
import type { Tokens } from 'marked';
import { CodeBlock } from './code-block.tsx';
import { codePieces } from './code-lines.ts';
import { inlineContent } from './inline-content.tsx';
import { lexText, type LexedText } from './markdown-lexer.ts';
import type { RenderScope } from './link-references.ts';
import { tableBlock } from './table-block.tsx';
import type { MarkdownToken } from './tokens.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';

const Formula = lazy(async () => ({ default: (await import('./formula.tsx')).Formula }));

const maxDepth = 40;

/** What a token needs to be rendered. */
interface RenderContext {
  readonly lexed: LexedText;
  readonly scope: RenderScope;
  readonly depth: number;
  /** More text may follow, so equal tokens are memoized. A finished block retains no tokens. */
  readonly isOpen: boolean;
}

/** A block of Markdown. Re-renders only when its text or a definition changes. */
export const MarkdownBlock = memo(function MarkdownBlock({
  source,
  scope,
  isOpen = false,
}: {
  readonly source: string;
  readonly scope: RenderScope;
  readonly isOpen?: boolean | undefined;
}) {
  const lexed = lexText(source, scope.references.links);
  return blockContent(lexed.tokens, { lexed, scope, depth: 0, isOpen });
});

function blockContent(tokens: readonly MarkdownToken[], context: RenderContext): ReactNode {
  const drawn = tokens.filter(({ type }) => type !== 'space' && type !== 'def');
  // Tokens keep their order, so their index is their key.
  return createElement(
    Fragment,
    null,
    ...drawn.map((token) => (context.isOpen ? createElement(OpenToken, { token, ...context }) : blockToken(token, context))),
  );
}

/** Compares texts instead of tokens, because every update creates new tokens. */
const OpenToken = memo(
  function OpenToken({ token, ...context }: { readonly token: MarkdownToken } & RenderContext) {
    return blockToken(token, context);
  },
  (before, after) => before.token.type === after.token.type && before.token.raw === after.token.raw && before.scope === after.scope,
);

function blockToken(token: MarkdownToken, context: RenderContext): ReactNode {
  const { lexed, scope, depth, isOpen } = context;
  const inline = (tokens: Tokens.Paragraph['tokens'] | undefined) => inlineContent(lexed.inline(tokens), lexed, scope);
  const inner = (tokens: readonly MarkdownToken[]) => blockContent(tokens, { lexed, scope, depth: depth + 1, isOpen });
  if (depth > maxDepth) return <PlainBlock text={token.raw} />;
  switch (token.type) {
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>;
    case 'heading':
      // an empty heading would be announced, but not visible
      if (token.text.trim() === '') return <PlainBlock text={token.raw.trim()} />;
      return createElement(headingTag(token.depth), null, inline(token.tokens));
    case 'text':
      return token.tokens === undefined ? revealHiddenCharacters(token.text) : inline(token.tokens);
    case 'checkbox':
      return inlineContent([token], lexed, scope);
    case 'blockquote':
      return <blockquote>{inner(lexed.inline(token.tokens))}</blockquote>;
    case 'list':
      return listBlock(token, context);
    case 'code':
      return <CodeBlock info={token.lang ?? ''} pieces={codePieces(token.text)} isOpen={false} />;
    case 'hr':
      return <hr />;
    case 'table':
      return tableBlock(token, lexed, scope);
    case 'formula':
      return (
        <Suspense fallback={<PlainBlock text={token.tex} />}>
          <Formula tex={token.tex} source={token.raw} isDisplay />
        </Suspense>
      );
    case 'footnote': // shown at the end of the message
    case 'space':
    case 'def':
      return null;
    case 'br':
    case 'codespan':
    case 'del':
    case 'em':
    case 'escape':
    case 'footnote-mark':
    case 'html':
    case 'image':
    case 'link':
    case 'list_item':
    case 'plain':
    case 'strong':
      return <PlainBlock text={token.raw} />;
  }
}

function PlainBlock({ text }: { readonly text: string }) {
  return <p className="markdown-plain">{revealHiddenCharacters(text)}</p>;
}

/** The page has headings of its own, so a message starts at the third level. */
function headingTag(depth: number): 'h3' | 'h4' | 'h5' | 'h6' {
  return depth === 1 ? 'h3' : depth === 2 ? 'h4' : depth === 3 ? 'h5' : 'h6';
}

function listBlock(list: Tokens.List, context: RenderContext): ReactNode {
  const inside = { ...context, depth: context.depth + 1 };
  const items = list.items.map((item) => (inside.isOpen ? createElement(OpenItem, { item, ...inside }) : listItem(item, inside)));
  if (!list.ordered) return createElement('ul', null, ...items);
  return createElement('ol', list.start === 1 || list.start === '' ? null : { start: list.start }, ...items);
}

const OpenItem = memo(
  function OpenItem({ item, ...context }: { readonly item: Tokens.ListItem } & RenderContext) {
    return listItem(item, context);
  },
  (before, after) => before.item.raw === after.item.raw && before.item.loose === after.item.loose && before.scope === after.scope,
);

function listItem(item: Tokens.ListItem, context: RenderContext): ReactNode {
  return <li className={item.task ? 'markdown-task' : undefined}>{blockContent(context.lexed.inline(item.tokens), context)}</li>;
}
