import { normalize } from './normalize.ts';

/** The index knows sequences of three characters; what is shorter has an index of its own. */
const trigram = 3;
const mostTerms = 12;

/** What to look for: every term must occur. All are folded. */
export interface SearchTerms {
  readonly all: readonly string[];
  /** Those the index of sequences can find. */
  readonly long: readonly string[];
  readonly short: readonly string[];
}

/** Splits what the user typed at its spaces; "in quotes" they belong to the term. */
export function readTerms(text: string): SearchTerms {
  const found = [...normalize(text).matchAll(/"([^"]+)"|(\S+)/gu)].map(([, quoted, plain]) => quoted?.trim() ?? plain ?? '');
  const all = [...new Set(found.map((term) => (term === '"' ? term : term.replaceAll('"', ''))))]
    .filter((term) => term !== '')
    .slice(0, mostTerms);
  return {
    all,
    long: all.filter((term) => Array.from(term).length >= trigram),
    short: all.filter((term) => Array.from(term).length < trigram),
  };
}

/** The question for the index of sequences: each term as a phrase. */
export function trigramQuery(terms: readonly string[]): string {
  return terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' AND ');
}

const run = /[\p{L}\p{N}\p{M}#+]+|\p{Extended_Pictographic}/gu;
/** Scripts that write words of one or two characters without spaces between them. */
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}]/u;
const longestShort = 2;

/** The words of one or two characters in a folded text, as letters and digits that any tokenizer leaves alone. */
export function shortWords(folded: string): string {
  const words = new Set<string>();
  for (const [piece] of folded.matchAll(run)) {
    const isDense = dense.test(piece);
    if (!isDense && piece.length > longestShort * 2) continue;
    const characters = Array.from(piece);
    if (characters.length <= longestShort) words.add(shortWord(piece));
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

/** One such word as it stands in the index. */
export function shortWord(word: string): string {
  return Array.from(word, (character) => `u${(character.codePointAt(0) ?? 0).toString(16)}`).join('');
}

/** Whether a term is one that the index of short words would hold. */
export function isShortWord(term: string): boolean {
  return shortWords(term).split(' ').includes(shortWord(term));
}
