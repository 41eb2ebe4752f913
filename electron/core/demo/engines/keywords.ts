const stopWords = new Set(
  (
    'a an and any are as at be but by can could do does for from get give has have how i in is it its let make me my ' +
    'no not of on or our please should some tell than that the their them then there these they this to us was we ' +
    'what when where which who why will with would you your'
  ).split(' '),
);

/** Returns the words of a text. */
export function splitWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
}

/** Returns the significant words of a text: lower case, with camelCase and snake_case split, in singular. */
export function keywordsIn(text: string): ReadonlySet<string> {
  const apart = text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\-./]/g, ' ')
    .toLowerCase();
  const stems = splitWords(apart).filter((word) => word.length > 1 && !stopWords.has(word));
  return new Set(stems.map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word)));
}

/** Counts the keywords two texts share. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}
