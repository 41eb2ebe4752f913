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
