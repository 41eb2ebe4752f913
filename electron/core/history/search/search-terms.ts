import { normalize, compose } from './normalize.ts';
import type { SearchHit } from '../../../contract/search.ts';

/** The trigram index has sequences of three characters. Shorter words have an index of their own. */
const trigram = 3;
const maxTerms = 12;

/** Normalized search terms. All of them must occur. */
export interface SearchTerms {
  readonly all: readonly string[];
  /** The terms that the trigram index can find. */
  readonly long: readonly string[];
  readonly short: readonly string[];
}

/** Splits a query at spaces and quotes, except in quotes. A quote by itself is a term. */
export function readTerms(text: string): SearchTerms {
  const found = Array.from(normalize(text).matchAll(/"([^"]+)"|(?<!\S)"(?!\S)|[^\s"]+/gu), ([term, quoted]) => quoted?.trim() ?? term);
  const all = [...new Set(found)].filter((term) => term !== '').slice(0, maxTerms);
  return {
    all,
    long: all.filter((term) => Array.from(term).length >= trigram),
    short: all.filter((term) => Array.from(term).length < trigram),
  };
}

/** Returns the query for the trigram index, each term as a phrase. */
export function trigramQuery(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ');
}

const run = /[\p{L}\p{N}\p{M}#+]+|\p{Extended_Pictographic}/gu;
/** Scripts with short words that are not separated by spaces. */
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}]/u;
const maxShortLength = 2;

/** Returns the words of one or two characters in a normalized text, encoded so that no tokenizer changes them. */
export function shortWords(folded: string): string {
  const words = new Set<string>();
  for (const [piece] of folded.matchAll(run)) {
    const isDense = dense.test(piece);
    if (!isDense && piece.length > maxShortLength * 2) continue;
    const characters = Array.from(piece);
    if (characters.length <= maxShortLength) words.add(shortWord(piece));
    if (!isDense) continue;
    for (const [at, character] of characters.entries()) {
      if (!dense.test(character)) continue;
      words.add(shortWord(character));
      const next = characters[at + 1];
      if (next !== undefined) words.add(shortWord(character + next));
    }
  }
  return [...words].join(' ');
}

/** Encodes a short word for the index. */
export function shortWord(word: string): string {
  return Array.from(word, (character) => `u${(character.codePointAt(0) ?? 0).toString(16)}`).join('');
}

/** Returns whether the index of short words can have this term. */
export function isShortWord(term: string): boolean {
  return shortWords(term).split(' ').includes(shortWord(term));
}

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
