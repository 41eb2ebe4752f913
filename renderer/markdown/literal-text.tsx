import { memo, useMemo } from 'react';
import { codePieces } from '../../electron/markdown/fence.ts';
import type { Store } from '../state/store.ts';
import { revealHiddenCharacters } from './reveal-hidden-characters.tsx';
import { useThrottledText } from './throttled-text.ts';
import './markdown.css';

/** A longer text stays as written, because formatting and drawing all of it would take several frames. */
const maxFormattedLength = 100_000;

/** A text exactly as written, or formatted. It can be long. */
export function LiteralText({ text, format }: { readonly text: string; readonly format?: ((text: string) => string) | undefined }) {
  const pieces = useMemo(() => codePieces(format && text.length <= maxFormattedLength ? format(text) : text), [text, format]);
  return (
    <div className="markdown-literal">
      {pieces.map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- pieces keep their order
        <LiteralPiece key={index} text={piece} isLong={pieces.length > 1} />
      ))}
    </div>
  );
}

const LiteralPiece = memo(function LiteralPiece({ text, isLong }: { readonly text: string; readonly isLong: boolean }) {
  return <div className={isLong ? 'markdown-literal-piece' : undefined}>{revealHiddenCharacters(text)}</div>;
});

/** A growing literal text, rendered as often as the window can afford. Formatted once it is complete. */
export function StreamingLiteralText({
  store,
  isLive,
  format,
}: {
  readonly store: Store<string>;
  readonly isLive: boolean;
  readonly format: (text: string) => string;
}) {
  const text = useThrottledText(store, isLive);
  return <LiteralText text={text} format={isLive ? undefined : format} />;
}
