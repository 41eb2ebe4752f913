/** Something that can be searched. */
export interface Rankable {
  readonly title: string;
  /** Other search terms. */
  readonly keywords?: readonly string[];
}

/** Returns the items that match every word of the query, best first. An empty query keeps all items in order. */
export function rankItems<T extends Rankable>(items: readonly T[], query: string): readonly T[] {
  const words = normalize(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return items;
  return items
    .map((item, index) => ({ item, index, score: scoreItem(item, words) }))
    .filter((entry) => entry.score > 0)
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
    .map((entry) => entry.item);
}

function scoreItem(item: Rankable, words: readonly string[]): number {
  const title = normalize(item.title);
  const keywords = (item.keywords ?? []).map(normalize);
  let total = 0;
  for (const word of words) {
    const score = Math.max(scoreText(title, word) * 2, ...keywords.map((keyword) => scoreText(keyword, word)));
    if (score === 0) return 0;
    total += score;
  }
  return total;
}

/** Returns 4 for the start of the text, 3 for the start of a word, 2 inside one, 1 for scattered letters, otherwise 0. */
function scoreText(text: string, word: string): number {
  const index = text.indexOf(word);
  if (index === 0) return 4;
  if (index > 0) return text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word)) ? 3 : 2;
  return word.length > 1 && isScattered(text, word) ? 1 : 0;
}

/** Whether the text contains the letters in order: "tsb" finds "Toggle sidebar". */
function isScattered(text: string, word: string): boolean {
  let from = 0;
  for (const letter of word) {
    const index = text.indexOf(letter, from);
    if (index === -1) return false;
    from = index + 1;
  }
  return true;
}

/** Removes case and accents, so that "resume" finds "Résumé". */
function normalize(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
