/** About what a screen shows: a piece is drawn, skipped and compared as a whole. */
const pieceLines = 64;
const longestPiece = 16_384;

/** Code in pieces of whole lines; only the last one changes while it grows. */
export interface CodeLines {
  /** Takes more text; whole lines or not. */
  readonly push: (text: string) => void;
  readonly read: () => readonly string[];
}

/** Makes an empty one. */
export function createCodeLines(): CodeLines {
  const done: string[] = [];
  let last = '';
  let lines = 0;
  let seen: readonly string[] | undefined;

  const close = (end: number) => {
    done.push(copyString(last.slice(0, end)));
    last = last.slice(end);
    lines = 0;
  };

  const take = (text: string) => {
    let from = last.length;
    last += text;
    for (;;) {
      const at = last.indexOf('\n', from);
      if ((at < 0 ? last.length : at) >= longestPiece) {
        const line = last.lastIndexOf('\n', longestPiece - 1) + 1;
        close(line > 0 ? line : safeCut(last, longestPiece));
        from = 0;
        continue;
      }
      if (at < 0) return;
      lines += 1;
      from = at + 1;
      if (lines < pieceLines) continue;
      close(from);
      from = 0;
    }
  };

  return {
    push: (text) => {
      if (text === '') return;
      seen = undefined;
      take(text);
      // what is left of a long text is cut from it, and would hold all of it
      if (text.length > longestPiece) last = copyString(last);
    },
    read: () => (seen ??= last === '' && done.length > 0 ? [...done] : [...done, last]),
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
