import type { SearchHit } from '../../../contract/history.ts';
import { compose, normalize } from './normalize.ts';

const charactersBefore = 60;
const charactersAfter = 180;

/** Returns the text around the first match, in pieces, or undefined if a term does not occur. */
export function excerptOf(text: string, terms: readonly string[]): SearchHit['excerpt'] | undefined {
  const folded = normalize(text);
  const matches = terms.map((term) => folded.indexOf(term));
  if (matches.some((at) => at < 0)) return undefined;
  const composed = compose(text);
  const first = Math.min(...matches);
  const start = boundary(composed, Math.max(0, first - charactersBefore));
  const end = boundary(composed, Math.min(composed.length, first + charactersAfter));
  const ranges = findRanges(folded.slice(start, end), terms);

  const pieces: { text: string; isHit: boolean }[] = [];
  const push = (from: number, to: number, isHit: boolean): void => {
    // only these, because the window looks for a hit in the message as it is here, perhaps with a no-break space
    const piece = composed.slice(start + from, start + to).replaceAll(/[\t-\r ]+/g, ' ');
    if (piece !== '') pieces.push({ text: piece, isHit });
  };
  let at = 0;
  if (start > 0) pieces.push({ text: '…', isHit: false });
  for (const [from, to] of ranges) {
    push(at, from, false);
    push(from, to, true);
    at = to;
  }
  push(at, end - start, false);
  if (end < composed.length) pieces.push({ text: '…', isHit: false });
  return pieces;
}

/** Returns the ranges where terms occur, in order and without overlaps. */
function findRanges(folded: string, terms: readonly string[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) found.push([at, at + term.length]);
  }
  const merged: [number, number][] = [];
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Moves a position off the middle of a surrogate pair. */
function boundary(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
