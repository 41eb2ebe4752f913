/** Part of one of the compared texts. */
export interface DiffPiece {
  readonly text: string;
  /** Whether only this side has it. */
  readonly isUnique: boolean;
}

export interface WordDiff {
  readonly left: readonly DiffPiece[];
  readonly right: readonly DiffPiece[];
}

/** The size limit of the comparison table, which is the product of both lengths. Above it, the whole middle is marked. */
const maxCells = 1_000_000;

/**
 * Compares two texts by the longest common subsequence of their words, between their common start and end. A library would be larger and
 * have no limit for untrusted lengths.
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
  const { commonA, commonB } = commonWords(middleA, middleB);
  const side = (words: readonly string[], common: ReadonlySet<number>): readonly DiffPiece[] =>
    mergePieces(
      words.map((text, index) => ({ text, isUnique: index >= start && index < words.length - end && !common.has(index - start) })),
    );
  return { left: side(a, commonA), right: side(b, commonB) };
}

function splitWords(text: string): readonly string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** Returns the indices of the longest common subsequence of words. */
function commonWords(
  a: readonly string[],
  b: readonly string[],
): { readonly commonA: ReadonlySet<number>; readonly commonB: ReadonlySet<number> } {
  const commonA = new Set<number>();
  const commonB = new Set<number>();
  if (a.length * b.length > maxCells) return { commonA, commonB };
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      commonA.add(i);
      commonB.add(j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return { commonA, commonB };
}

function mergePieces(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  const joined: DiffPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && last.isUnique === piece.isUnique) joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    else joined.push(piece);
  }
  return joined;
}
