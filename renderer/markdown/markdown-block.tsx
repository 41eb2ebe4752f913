import { createElement, Fragment, memo, Suspense, useState, type ReactNode } from 'react';
import type { Tokens } from 'marked';
import { CodeBlock } from './code-block.tsx';
import { codePieces, isOpenFence } from '../../electron/markdown/fence.ts';
import { Formula, inlineContent, plainText, type RenderScope } from './inline-content.tsx';
import { lexText, type LexedText, type LinkDefinitions } from '../../electron/markdown/markdown-lexer.ts';
import { isBlock, type MarkdownToken } from '../../electron/markdown/tokens.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import { CopyButton } from './copy-button.tsx';
import { markdownText } from './text.ts';

/**
 * Elements of an open block by their source. Every update creates new tokens, but React skips an element that it
 * has rendered before. A memoized component per token would have to be replaced when the block is complete.
 */
function createElementCache() {
  let lastScope: RenderScope | undefined;
  let before: Map<string, ReactNode> | undefined;
  let current: Map<string, ReactNode> | undefined;
  return {
    /** Starts an update. Forgets what the update before it didn't use. */
    start: (scope: RenderScope): void => {
      before = scope === lastScope ? current : undefined;
      current = new Map();
      lastScope = scope;
    },
    /** Returns the element with a key, which must contain everything it depends on besides the scope. */
    read: (key: string, create: () => ReactNode): ReactNode => {
      const element = current?.get(key) ?? before?.get(key) ?? create();
      current?.set(key, element);
      return element;
    },
    clear: (): void => {
      lastScope = undefined;
      before = undefined;
      current = undefined;
    },
  };
}

/** A scrolling table that can be copied as CSV. Retains only its source and the links of its message. */
function tableBlock(table: Tokens.Table, lexed: LexedText, scope: RenderScope): ReactNode {
  const cell = ({ tokens }: Tokens.TableCell) => inlineContent(lexed.inline(tokens), lexed, scope);
  const source = table.raw;
  /* oxlint-disable react/no-array-index-key -- rows and columns have no id and keep their order */
  return (
    <div className="markdown-table">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a scrolling area must be focusable; a section would add a landmark for each table */}
      <div className="markdown-table-scroll" role="group" aria-label={markdownText.table} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {table.header.map((each, column) => (
                <th key={column} scope="col" data-align={each.align ?? undefined}>
                  {cell(each)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={index}>
                {row.map((each, column) => (
                  <td key={column} data-align={each.align ?? undefined}>
                    {cell(each)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <CopyButton label={markdownText.copyCsv} text={() => tableCsv(source, scope.references.links)} />
    </div>
  );
  /* oxlint-enable react/no-array-index-key */
}

/** Converts a table's source to CSV (RFC 4180), without emphasis. */
export function tableCsv(source: string, links: LinkDefinitions): string {
  const lexed = lexText(source, links);
  const table = lexed.tokens.find((token) => token.type === 'table');
  if (table === undefined) return '';
  return [table.header, ...table.rows]
    .map((row) => row.map(({ tokens }) => quoteCsv(plainText(lexed.inline(tokens), lexed))).join(','))
    .join('\r\n');
}

function quoteCsv(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const maxDepth = 40;

/** What a token needs to be rendered. */
interface RenderContext {
  readonly lexed: LexedText;
  readonly scope: RenderScope;
  readonly depth: number;
  /** Set while more text may follow. */
  readonly cache: ReturnType<typeof createElementCache> | undefined;
}

/** A block of Markdown. Re-renders only when its text or a definition changes. */
export const MarkdownBlock = memo(function MarkdownBlock({
  source,
  scope,
  isOpen = false,
  isNested = false,
}: {
  readonly source: string;
  readonly scope: RenderScope;
  readonly isOpen?: boolean;
  /** The text is part of another block, such as a footnote. */
  readonly isNested?: boolean;
}) {
  const [cache] = useState(createElementCache);
  if (isOpen) cache.start(scope);
  else cache.clear();
  const lexed = lexText(source, scope.references.links);
  return blockContent(lexed.tokens, { lexed, scope, depth: isNested ? 1 : 0, cache: isOpen ? cache : undefined });
});

function blockContent(tokens: readonly MarkdownToken[], context: RenderContext): ReactNode {
  const drawn = tokens.filter(({ type }) => type !== 'space' && type !== 'def');
  // Tokens keep their order, so their index is their key.
  return createElement(Fragment, null, ...drawn.map((token) => cachedToken(token, context)));
}

function cachedToken(token: MarkdownToken, context: RenderContext): ReactNode {
  const create = () => blockToken(token, context);
  return context.cache === undefined ? create() : context.cache.read(`${token.type} ${context.depth} ${token.raw}`, create);
}

function blockToken(token: MarkdownToken, context: RenderContext): ReactNode {
  const { lexed, scope, depth, cache } = context;
  const inline = (tokens: Tokens.Paragraph['tokens'] | undefined) => inlineContent(lexed.inline(tokens), lexed, scope);
  const inner = (tokens: readonly MarkdownToken[]) => blockContent(tokens, { lexed, scope, depth: depth + 1, cache });
  if (depth > maxDepth) return <PlainBlock text={token.raw} />;
  if (token.type === 'text') return token.tokens === undefined ? revealHiddenCharacters(token.text) : inline(token.tokens);
  if (token.type === 'checkbox') return inlineContent([token], lexed, scope);
  if (!isBlock(token)) return <PlainBlock text={token.raw} />;
  switch (token.type) {
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>;
    case 'heading':
      // an empty heading would be announced, but not visible
      if (token.text.trim() === '') return <PlainBlock text={token.raw.trim()} />;
      return createElement(headingTag(token.depth), null, inline(token.tokens));
    case 'blockquote':
      return <blockquote>{inner(lexed.inline(token.tokens))}</blockquote>;
    case 'list':
      return listBlock(token, context);
    case 'code':
      return <CodeBlock info={token.lang ?? ''} pieces={codePieces(token.text)} isOpen={cache !== undefined && isOpenFence(token.raw)} />;
    case 'hr':
      return <hr />;
    case 'table':
      return tableBlock(token, lexed, scope);
    case 'formula-block':
      return (
        <Suspense fallback={<PlainBlock text={token.tex} />}>
          <Formula tex={token.tex} source={token.raw} isDisplay />
        </Suspense>
      );
    case 'footnote':
      // only those outside of other blocks are shown at the end of the message
      return depth === 0 ? null : <PlainBlock text={token.raw.trim()} />;
    case 'space':
    case 'def':
      return null;
    case 'list_item':
    case 'plain':
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
  const items = list.items.map((item) => cachedItem(item, inside));
  if (!list.ordered) return createElement('ul', null, ...items);
  return createElement('ol', list.start === 1 || list.start === '' ? null : { start: list.start }, ...items);
}

function cachedItem(item: Tokens.ListItem, context: RenderContext): ReactNode {
  const create = () => listItem(item, context);
  if (context.cache === undefined) return create();
  return context.cache.read(`${item.loose ? 'loose' : 'tight'} item ${context.depth} ${item.raw}`, create);
}

function listItem(item: Tokens.ListItem, context: RenderContext): ReactNode {
  return <li className={item.task ? 'markdown-task' : undefined}>{blockContent(context.lexed.inline(item.tokens), context)}</li>;
}
