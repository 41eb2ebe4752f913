/** About one screen. A piece is rendered, skipped and compared as a whole. */
const pieceLines = 64;
const maxPieceLength = 16_384;

/** Code in pieces of whole lines. Only the last piece changes while the code grows. */
export type CodeLines = ReturnType<typeof createCodeLines>;

export function createCodeLines() {
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
    /** Appends text, whole lines or not. */
    push: (text: string): void => {
      if (text === '') return;
      cached = undefined;
      take(text);
      // a slice would keep the whole text alive
      if (text.length > maxPieceLength) lastPiece = copyString(lastPiece);
    },
    read: (): readonly string[] =>
      (cached ??= lastPiece === '' && closedPieces.length > 0 ? [...closedPieces] : [...closedPieces, lastPiece]),
  };
}

/** Splits complete code into pieces. */
export function codePieces(text: string): readonly string[] {
  const lines = createCodeLines();
  lines.push(text);
  return lines.read();
}

/** Returns `end`, or one less if it would split a surrogate pair. */
export function safeCut(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}

/**
 * Copies a text into its own memory. A slice keeps the whole original string alive, so the blocks of a growing answer
 * would retain every version of it.
 */
export function copyString(text: string): string {
  return ` ${text}`.slice(1);
}
