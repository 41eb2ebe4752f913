/** In English prose. */
const charactersPerToken = 4;

/** Estimates the tokens of a text from its length, if no tokenizer counts them. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
