/** Dashes and quotation marks as models write them, by those of a keyboard. */
const typographic = {
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212',
  "'": '\u2018\u2019\u201a\u201b\u02bc',
  '"': '\u201c\u201d\u201e\u201f',
};
const folded = new Map(Object.entries(typographic).flatMap(([typed, written]) => Array.from(written, (each) => [each, typed] as const)));
/** Bounds the cache, because runs of capitals are many. */
const maxCached = 20_000;

/**
 * Removes case, accents of Latin and Greek letters, and full-width forms, and replaces typographic dashes, quotation marks and spaces.
 * Each character keeps its length, so that a match has the same position in the `compose`d text. A change here needs a migration.
 */
export function normalize(text: string): string {
  const lower = isPlain(text) ? text.toLowerCase() : compose(text).replaceAll(/\P{ASCII}|[A-Z]+/gu, foldCharacter);
  return lower.replaceAll('\0', ' ');
}

/** Composes letters with their accents (NFC). Does it piece by piece for long runs of accents, which NFC sorts in quadratic time. */
export function compose(text: string): string {
  if (isPlain(text)) return text;
  const whole = text.toWellFormed();
  return /\p{M}{64}/u.test(whole) ? whole.replaceAll(/\P{M}*\p{M}{0,32}/gu, (piece) => piece.normalize('NFC')) : whole.normalize('NFC');
}

function isPlain(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  return /^[\x00-\x7f]*$/.test(text);
}

function foldCharacter(character: string): string {
  const cached = folded.get(character);
  if (cached !== undefined) return cached;
  const lower = character.toLowerCase();
  const bare = /[\p{Script=Latin}\p{Script=Greek}\p{Zs}\uff01-\uff5e]/u.test(character)
    ? lower.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    : lower;
  const result = [bare, lower].find(({ length }) => length === character.length) ?? character;
  if (folded.size < maxCached) folded.set(character, result);
  return result;
}
