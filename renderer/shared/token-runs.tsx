import { memo } from 'react';
import type { TokenPiece } from './token-pieces.ts';
import { unknownLevel } from './token-shading.ts';
import './tokens.css';

/** A part of a text with its tokens shaded. `start` is where the part begins in the whole text. */
export const TokenRuns = memo(function TokenRuns({
  text,
  start,
  pieces,
}: {
  readonly text: string;
  readonly start: number;
  readonly pieces: readonly TokenPiece[];
}) {
  return pieces.map((piece) => {
    const own = text.slice(piece.start - start, piece.end - start);
    return piece.isByModel ? (
      <span key={piece.start} className="token" data-by="model" data-level={piece.level === unknownLevel ? undefined : piece.level}>
        {own}
      </span>
    ) : (
      own
    );
  });
});
