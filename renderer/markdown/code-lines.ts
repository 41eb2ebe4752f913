/** About what a screen shows: a piece is drawn, skipped and compared as a whole. */
const pieceLines = 64;
const maxPieceLength = 16_384;

/** Code in pieces of whole lines; only the last one changes while it grows. */
export interface CodeLines {
  /** Takes more text; whole lines or not. */
  readonly push: (text: string) => void;
  readonly read: () => readonly string[];
}

/** Makes an empty one. */
export function createCodeLines(): CodeLines {
  const closedPieces: string[] = [];
  let lastPiece = '';
  let lastPieceLines = 0;
  let cached: readonly string[] | undefined;

  const close = (end: number) => {
    closedPieces.push(copyString(lastPiece.slice(0, end)));
    lastPiece = lastPiece.slice(end);
    lastPieceLines = 0;
  };

  const take = (text: string) => {
    let from = lastPiece.length;
    lastPiece += text;
    for (;;) {
      const at = lastPiece.indexOf('\n', from);
      if ((at < 0 ? lastPiece.length : at) >= maxPieceLength) {
        const line = lastPiece.lastIndexOf('\n', maxPieceLength - 1) + 1;
        close(line > 0 ? line : safeCut(lastPiece, maxPieceLength));
        from = 0;
        continue;
      }
      if (at < 0) return;
      lastPieceLines += 1;
      from = at + 1;
      if (lastPieceLines < pieceLines) continue;
      close(from);
      from = 0;
    }
  };

  return {
    push: (text) => {
      if (text === '') return;
      cached = undefined;
      take(text);
      // what is left of a long text is cut from it, and would hold all of it
      if (text.length > maxPieceLength) lastPiece = copyString(lastPiece);
    },
    read: () => (cached ??= lastPiece === '' && closedPieces.length > 0 ? [...closedPieces] : [...closedPieces, lastPiece]),
  };
}

/** Code that is all there. */
export function codePieces(text: string): readonly string[] {
  const lines = createCodeLines();
  lines.push(text);
  return lines.read();
}

/** A place near `end` that is not inside a character. */
export function safeCut(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}

/**
 * The same text with memory of its own. A slice keeps the whole string that it was cut from alive;
 * the blocks of a growing answer would hold every length that it ever had.
 */
export function copyString(text: string): string {
  return ` ${text}`.slice(1);
}
