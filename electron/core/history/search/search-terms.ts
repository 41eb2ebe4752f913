import { normalize } from './normalize.ts';

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
