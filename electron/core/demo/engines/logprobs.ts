import { hash } from './random.ts';

/** A token's invented log probability and alternatives. They are the same for the same token and position. */
export interface TokenLikelihood {
  readonly token: string;
  readonly logprob: number;
  /** Most likely first, starting with the token itself. */
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
}

const alternatives = [
  ' the',
  ' a',
  ' and',
  ' of',
  ',',
  '.',
  ' to',
  ' in',
  ' road',
  ' it',
  ' water',
  ' one',
  ' by',
  '\n',
  ' as',
  ' which',
  ' stone',
  ' tide',
  ' on',
  ' at',
  ' so',
];

/** Returns the log probability of a token at a position, with `count` candidates. */
export function tokenLikelihood(token: string, position: number, count: number): TokenLikelihood {
  const chance = hash(`${position}/${token}`);
  const logprob = round(-0.01 - (chance % 900) / 1000);
  const candidates = alternatives.filter((other) => other !== token).slice(0, Math.max(count - 1, 0));
  const rest = candidates.map((other, index) => ({
    token: other,
    logprob: round(logprob - 0.7 * (index + 1) - (hash(`${position}/${other}`) % 500) / 1000),
  }));
  return { token, logprob, top: count === 0 ? [] : [{ token, logprob }, ...rest.toSorted((one, next) => next.logprob - one.logprob)] };
}

function round(value: number): number {
  return Number(value.toFixed(4));
}
