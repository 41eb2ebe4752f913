/** Words as common as in real language: the n-th is n times rarer than the first. Seeded, so that each run is alike. */
export interface MadeText {
  readonly words: (count: number) => string;
  /** The word of this rank, 0 being the commonest. */
  readonly word: (rank: number) => string;
  readonly random: () => number;
}

const onsets = ['b', 'br', 'd', 'dr', 'f', 'g', 'gr', 'k', 'l', 'm', 'n', 'p', 'pr', 'r', 's', 'st', 't', 'tr', 'v', 'w', 'z', ''];
const nuclei = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou', 'é', 'ü'];
const codas = ['', 'n', 'r', 's', 't', 'l', 'nd', 'st', 'ng'];
const vocabulary = 30_000;

/** A language of its own. */
export function makeText(seed: number): MadeText {
  let state = seed;
  const random = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
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
    word,
    words: (count) => Array.from({ length: count }, zipf).join(' '),
  };
}
