const folded = new Map<string, string>();
/** Single characters are few, but runs of capitals are not. */
const mostRemembered = 20_000;

/**
 * Text as it is compared: without case, accents of Latin and Greek letters, or full-width forms. Each
 * character keeps its length, so that a find in the folded text is a find at the same place in `compose`d text.
 */
export function normalize(text: string): string {
  const lower = isPlain(text) ? text.toLowerCase() : compose(text).replaceAll(/\P{ASCII}|[A-Z]+/gu, foldCharacter);
  return lower.replaceAll('\0', ' ');
}

/** Text with each letter and its accents as one character where there is one. */
export function compose(text: string): string {
  return isPlain(text) ? text : text.toWellFormed().normalize('NFC');
}

function isPlain(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  return /^[\x00-\x7f]*$/.test(text);
}

function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const lower = character.toLowerCase();
  const bare = /[\p{Script=Latin}\p{Script=Greek}]/u.test(character) ? lower.normalize('NFKD').replaceAll(/\p{M}/gu, '') : lower;
  const result = [bare, lower].find(({ length }) => length === character.length) ?? character;
  if (folded.size < mostRemembered) folded.set(character, result);
  return result;
}
