import { seeded } from '../../support/seeded.ts';

const onsets = ['b', 'br', 'd', 'dr', 'f', 'g', 'gr', 'k', 'l', 'm', 'n', 'p', 'pr', 'r', 's', 'st', 't', 'tr', 'v', 'w', 'z', ''];
const nuclei = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou', 'é', 'ü'];
const codas = ['', 'n', 'r', 's', 't', 'l', 'nd', 'st', 'ng'];
const vocabulary = 30_000;

/** Creates an artificial language. */
export function makeText(seed: number) {
  const random = seeded(seed);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const syllable = (): string => pick(onsets) + pick(nuclei) + pick(codas);
  const known = new Set<string>();
  while (known.size < vocabulary) {
    const syllables = known.size < 60 ? 1 : known.size < 1500 ? 2 : 3;
    known.add(Array.from({ length: syllables }, syllable).join(''));
  }
  const list = [...known];
  const word = (rank: number): string => list[rank] ?? '';
  const zipf = (): string => word(Math.floor(Math.exp(random() * Math.log(vocabulary))) - 1);
  return {
    random,
    /** Returns the word of a rank. 0 is the most common one. */
    word,
    words: (count: number) => Array.from({ length: count }, zipf).join(' '),
  };
}

/** Words distributed as in real language: the n-th is n times rarer than the first. Seeded, so that all runs are alike. */
export type MadeText = ReturnType<typeof makeText>;
