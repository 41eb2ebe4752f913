/** A piece of one side of a comparison. */
export interface DiffPiece {
  readonly text: string;
  /** Whether the other side lacks it. */
  readonly isOwn: boolean;
}

export interface WordDiff {
  readonly left: readonly DiffPiece[];
  readonly right: readonly DiffPiece[];
}

/** Above this the middle is marked as a whole: the table of the comparison grows with the product of both. */
const maxCells = 1_000_000;

/**
 * Compares two texts word by word: the longest common sequence of words, after the common beginning and end. A library would be larger
 * than this, and has no limit for hostile lengths.
 */
export function diffWords(left: string, right: string): WordDiff {
  const a = splitWords(left);
  const b = splitWords(right);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const middleA = a.slice(start, a.length - end);
  const middleB = b.slice(start, b.length - end);
  const { keptA, keptB } = commonWords(middleA, middleB);
  const side = (words: readonly string[], kept: ReadonlySet<number>): readonly DiffPiece[] =>
    joinPieces(words.map((text, index) => ({ text, isOwn: index >= start && index < words.length - end && !kept.has(index - start) })));
  return { left: side(a, keptA), right: side(b, keptB) };
}

function splitWords(text: string): readonly string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** Returns the places of the words that both have in the same order. */
function commonWords(
  a: readonly string[],
  b: readonly string[],
): { readonly keptA: ReadonlySet<number>; readonly keptB: ReadonlySet<number> } {
  const keptA = new Set<number>();
  const keptB = new Set<number>();
  if (a.length * b.length > maxCells) return { keptA, keptB };
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      keptA.add(i);
      keptB.add(j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return { keptA, keptB };
}

function joinPieces(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const joined: DiffPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && last.isOwn === piece.isOwn) joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}
