const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A number of things, with its noun. */
export function formatCount(count: number, one: string, many: string): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

/** A rate, to two digits or so. */
export function formatRate(perSecond: number): string {
  return `${perSecond < 9.95 ? oneDigit.format(perSecond) : whole.format(perSecond)} tokens/s`;
}

/** A context length the way models are described: in thousands. */
export function formatContext(tokens: number): string {
  return tokens < 1024 ? `${whole.format(tokens)} tokens` : `${whole.format(tokens / 1024)}k tokens`;
}

/** About how many tokens a text is; four characters to the token holds for English prose, and is said to be a guess. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
