import type { TokenPiece } from './token-pieces.ts';
import { unknownLevel } from './token-shading.ts';
import './tokens.css';

/** A text with its tokens shaded. */
export function TokenRuns({ text, pieces }: { readonly text: string; readonly pieces: readonly TokenPiece[] }) {
  return pieces.map((piece) => {
    const own = text.slice(piece.start, piece.end);
    return piece.isByModel ? (
      <span key={piece.start} className="token" data-by="model" data-level={piece.level === unknownLevel ? undefined : piece.level}>
        {own}
      </span>
    ) : (
      own
    );
  });
}
