import { isPartialCharacter, type TextRange } from './align-tokens.ts';
import { impossibleLogprob } from '../contract/constants.ts';

/** Log probabilities of a text or a part of it, summed up. */
export interface TextScore {
  /** Tokens with a known log probability. The first token of a text has none. */
  readonly scoredTokens: number;
  /** The sum of their log probabilities. `-Infinity` if one of them is impossible. */
  readonly logprob: number;
  /** Exp of the negative mean. `Infinity` if one of them is impossible, null if no token is scored. */
  readonly perplexity: number | null;
}

/** A token as far as its figures go. */
interface ScoredToken {
  readonly text: string;
  readonly logprob: number | null;
}

/** Sums up tokens. Those without a log probability don't count. */
export function scoreTokens(tokens: readonly ScoredToken[]): TextScore {
  let scoredTokens = 0;
  let logprob = 0;
  for (const token of tokens) {
    if (token.logprob === null) continue;
    scoredTokens += 1;
    logprob += token.logprob <= impossibleLogprob ? -Infinity : token.logprob;
  }
  return { scoredTokens, logprob, perplexity: scoredTokens === 0 ? null : Math.exp(-logprob / scoredTokens) };
}

/** Scores each line of a text. A token belongs to the line it begins on, because it may contain line breaks. */
export function scoreLines(tokens: readonly ScoredToken[]): readonly TextScore[] {
  const lines: ScoredToken[][] = [[]];
  for (const token of tokens) {
    lines.at(-1)?.push(token);
    const breaks = token.text.split('\n').length - 1;
    for (let added = 0; added < breaks; added += 1) lines.push([]);
  }
  return lines.map(scoreTokens);
}

/**
 * Scores the tokens that overlap a range of the visible text. `ranges` are those of `alignTokens`. A part of a character has none, and
 * belongs to the token that completes it.
 */
export function scoreRange(tokens: readonly ScoredToken[], ranges: readonly (TextRange | null)[], { start, end }: TextRange): TextScore {
  let isNextInside = false;
  const isInside = tokens.map(() => false);
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const range = ranges[index];
    if (range) isNextInside = range.start < end && range.end > start;
    else if (!isPartialCharacter(tokens[index]?.text ?? '')) continue;
    isInside[index] = isNextInside;
  }
  return scoreTokens(tokens.filter((_, index) => isInside[index]));
}
