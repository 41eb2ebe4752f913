import { hash } from './random.ts';

/** How likely a token was, and which others there might have been: invented, but the same for the same token and position. */
export interface TokenLikelihood {
  readonly token: string;
  readonly logprob: number;
  /** Likeliest first; the token itself is the first. */
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

/** The likelihood of the token at a position of an answer, with `count` candidates. */
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
