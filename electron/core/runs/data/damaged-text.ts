import type { RowProblem } from './table-types.ts';

/** Returns whether a text has NUL characters or replacement characters of undecodable bytes. */
export function isDamaged(text: string): boolean {
  return text.includes('\0') || text.includes('\uFFFD');
}

/** Replaces NUL characters by U+FFFD, because databases and engines cut texts at them. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}

/** Returns the problems of a row with damaged texts. The row is kept, and its number shows the user where to look. */
export function damageProblems(number: number, texts: readonly string[]): readonly RowProblem[] {
  const problems: RowProblem[] = [];
  if (texts.some((text) => text.includes('\0'))) problems.push({ kind: 'nul-characters', effect: 'row-kept', number });
  if (texts.some((text) => text.includes('\uFFFD'))) problems.push({ kind: 'undecodable-bytes', effect: 'row-kept', number });
  return problems;
}
