import { createElement, Fragment, lazy, Suspense, type ReactNode, useContext, useState, type MouseEvent } from 'react';
import { decodeEntities } from '../../electron/markdown/entities.ts';
import { LinkView, isImageData, linkTarget, shortenAddress } from './link-view.tsx';
import type { LexedText } from '../../electron/markdown/markdown-lexer.ts';
import { isBlock, type MarkdownToken } from '../../electron/markdown/tokens.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import { markdownText } from './text.ts';
import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import { ImageIcon } from 'lucide-react';
import { SessionContext } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { noReferences, type References } from '../../electron/markdown/link-references.ts';

/** Shared by the blocks of one message while they are rendered. */
export interface RenderScope {
  readonly references: References;
  /** Prefix of the element ids of the message. */
  readonly idPrefix: string;
}

/** For blocks without references. They don't re-render when a definition arrives. */
export const emptyRenderScope: RenderScope = { references: noReferences, idPrefix: '' };

type Loading =
  | { readonly state: 'unasked' }
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly dataUrl: string }
  | { readonly state: 'failed'; readonly sentence: string };

/** An embedded image, or a placeholder for a remote one that is fetched only on request. */
function ImageView({ href, alt }: { readonly href: string; readonly alt: string }) {
  if (isImageData(href)) return <img className="markdown-image" src={href} alt={alt} />;
  const target = linkTarget(href);
  return target.kind === 'open' && target.address.startsWith('https:') ? (
    <RemoteImage address={target.address} alt={alt} />
  ) : (
    <span className="markdown-blocked-link">
      {revealHiddenCharacters(alt === '' ? markdownText.image.withoutDescription : alt)}
      <span className="markdown-address muted"> ({revealHiddenCharacters(shortenAddress(href))})</span>
    </span>
  );
}

function RemoteImage({ address, alt }: { readonly address: string; readonly alt: string }) {
  const session = useContext(SessionContext);
  const [loading, setLoading] = useState<Loading>({ state: 'unasked' });
  if (loading.state === 'loaded') return <img className="markdown-image" src={loading.dataUrl} alt={alt} />;

  const load = async () => {
    if (session === undefined) return;
    setLoading({ state: 'loading' });
    const result = await session.bridge.call('shell.fetchImage', { url: address });
    if (!result.ok) setLoading({ state: 'failed', sentence: failureSentences(result.failure, { surface: 'window' }) });
    else if (isImageData(result.value.dataUrl)) setLoading({ state: 'loaded', dataUrl: result.value.dataUrl });
    else setLoading({ state: 'failed', sentence: markdownText.image.notShown });
  };
  return (
    <span className="markdown-remote-image">
      <ImageIcon aria-hidden />
      <span className="markdown-remote-image-text">
        {revealHiddenCharacters(alt === '' ? markdownText.image.external : alt)}
        <span className="markdown-address muted">{address}</span>
        {loading.state === 'failed' ? (
          <span role="alert">{loading.sentence}</span>
        ) : (
          <span className="muted">{markdownText.image.hint}</span>
        )}
      </span>
      <Button size="sm" isDisabled={session === undefined || loading.state === 'loading'} onClick={() => void load()}>
        {loading.state === 'loading' ? markdownText.image.loading : markdownText.image.load}
      </Button>
    </span>
  );
}

/** A footnote reference. Shown as written if the footnote is not defined. */
function FootnoteMark({ label, source, scope }: { readonly label: string; readonly source: string; readonly scope: RenderScope }) {
  if (!scope.references.footnotes.has(label)) return revealHiddenCharacters(source);
  const { note, mark } = footnoteIds(scope, label);
  return (
    <sup className="markdown-footnote-mark">
      <a href={`#${note}`} id={mark} aria-label={markdownText.footnote(label)} onClick={scrollToTarget}>
        {revealHiddenCharacters(label)}
      </a>
    </sup>
  );
}

/** Returns the ids of a footnote and its reference. */
export function footnoteIds({ idPrefix }: RenderScope, label: string): { readonly note: string; readonly mark: string } {
  const name = encodeURIComponent(label);
  return { note: `${idPrefix}-note-${name}`, mark: `${idPrefix}-mark-${name}` };
}

/** Scrolls to the link's target without changing the page's URL. */
export function scrollToTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  const target = document.getElementById(event.currentTarget.getAttribute('href')?.slice(1) ?? '');
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}

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

/** Loads KaTeX with the first formula. */
export const Formula = lazy(async () => ({ default: (await import('./formula.tsx')).Formula }));

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
