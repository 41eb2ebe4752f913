/** A range of characters, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** How far ahead a token is searched for. Bounds the work per token, so that all of it is linear. */
const maxGap = 256;

/** How much visible text half characters may stand for, where little follows them. */
const maxPartialGap = 16;

/** How many characters must match after a gap, so that a short token doesn't match by chance. */
const minMatch = 8;

/**
 * Returns each token's range in the visible text, or null if it isn't visible: special tokens, half characters, and tokens that a parser
 * removed. Ranges are in order and don't overlap. Tokens and text may differ, so offsets that engines send are not used.
 */
export function alignTokens(tokens: readonly { readonly text: string }[], visible: string): readonly (TextRange | null)[] {
  const ranges = tokens.map((): TextRange | null => null);
  let at = 0;
  /** The last token since `at` whose text is unknown, because it is a part of a character. */
  let partial: number | null = null;

  const match = (index: number, start: number, length: number): void => {
    if (partial !== null && start > at) ranges[partial] = { start: at, end: start };
    partial = null;
    ranges[index] = { start, end: start + length };
    at = start + length;
  };

  for (const [index, { text }] of tokens.entries()) {
    if (text !== '' && visible.startsWith(text, at)) {
      match(index, at, text.length);
      continue;
    }
    if (isPartialCharacter(text)) {
      partial = index;
      continue;
    }
    const trimmed = partial === null ? trimmedMatch(text, visible, at) : undefined;
    if (trimmed !== undefined) {
      match(index, at, trimmed.length);
      continue;
    }
    const found = findAhead(tokens, index, visible, at, partial === null ? 0 : maxPartialGap);
    if (found !== null) {
      match(index, found, text.length);
      continue;
    }
    const rest = visible.length - at;
    if (rest > 0 && rest < text.length && partial === null && text.startsWith(visible.slice(at))) match(index, at, rest); // cut by a stop sequence
  }
  if (partial !== null && at < visible.length && visible.length - at <= maxGap) ranges[partial] = { start: at, end: visible.length };
  return ranges;
}

/** Returns whether a token is a part of a character. Engines send an empty text or U+FFFD for it. */
export function isPartialCharacter(text: string): boolean {
  return text === '' || text.includes('\uFFFD');
}

/** Returns the token without the white space that engines remove where a part begins or ends, if it is there without it. */
function trimmedMatch(text: string, visible: string, at: number): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === text) return undefined;
  return [text.trimEnd(), text.trimStart(), trimmed].find((each) => visible.startsWith(each, at));
}

/**
 * Returns where a token is found after visible text that has no token, or null. The tokens after it must match too. If there aren't
 * enough of them, the gap is at most `shortGap`.
 */
function findAhead(
  tokens: readonly { readonly text: string }[],
  index: number,
  visible: string,
  at: number,
  shortGap: number,
): number | null {
  let wanted = '';
  for (let next = index; next < tokens.length && wanted.length < minMatch; next += 1) {
    const text = tokens[next]?.text ?? '';
    if (isPartialCharacter(text)) break;
    wanted += text;
  }
  if (wanted === '') return null;
  const gap = wanted.length < minMatch ? shortGap : maxGap;
  const found = visible.slice(at, at + gap + wanted.length).indexOf(wanted);
  return found < 0 ? null : at + found;
}
