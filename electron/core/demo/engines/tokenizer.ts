/**
 * The demo's way of counting: a token is up to six letters or three digits with the space before them,
 * a run of white space, or one other character. Joined again, the tokens are the text.
 */
export function tokenize(text: string): readonly string[] {
  return text.match(/ ?\p{L}{1,6}| ?\p{N}{1,3}|\s+|[^\s\p{L}\p{N}]/gu) ?? [];
}

/** How many tokens a text is. */
export function countTokens(text: string): number {
  return tokenize(text).length;
}
