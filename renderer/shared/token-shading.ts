import { impossibleLogprob, shadeProbabilities } from '../../electron/contract/constants.ts';
import { sharedText } from './text.ts';

/** How tokens are shaded. */
export const shadings = ['off', 'probability', 'surprise'] as const;
export type Shading = (typeof shadings)[number];

/** The classes of shading, from likely to unlikely. */
export const shadeLevels = 5;

/** A token without a log probability. */
export const unknownLevel = -1;

/** The highest surprise of each class but the last, in bits. */
const surpriseLimits = [1, 3, 6, 10] as const;

/** Returns the probability of a log probability. */
export function probabilityOf(logprob: number): number {
  return logprob <= impossibleLogprob ? 0 : Math.exp(logprob);
}

/** Returns the surprise in bits. */
export function surpriseOf(logprob: number): number {
  return logprob <= impossibleLogprob ? Infinity : Math.abs(logprob / Math.LN2);
}

/** Returns a token's class: the less likely, the higher. */
export function shadeLevel(logprob: number | null, shading: Exclude<Shading, 'off'>): number {
  if (logprob === null) return unknownLevel;
  const level =
    shading === 'probability'
      ? shadeProbabilities.findIndex((limit) => probabilityOf(logprob) >= limit)
      : surpriseLimits.findIndex((limit) => surpriseOf(logprob) <= limit);
  return level === -1 ? shadeLevels - 1 : level;
}

/** Describes the classes, for the legend. */
export function shadeLegend(shading: Exclude<Shading, 'off'>): readonly string[] {
  const { legend } = sharedText.tokens;
  if (shading === 'probability') {
    const percents = shadeProbabilities.map((limit) => `${limit * 100}%`);
    return [...percents.map((percent) => legend.atLeast(percent)), legend.below(percents.at(-1) ?? '')];
  }
  return [...surpriseLimits.map((bits) => legend.upToBits(bits)), legend.moreBits(surpriseLimits.at(-1) ?? 0)];
}

/** Formats a probability with two significant digits, or as little as it needs. */
export function formatProbability(logprob: number): string {
  const percent = probabilityOf(logprob) * 100;
  if (percent === 0) return '0%';
  if (percent >= 99.95) return percent > 99.995 ? '100%' : '99.9%';
  if (percent >= 10) return `${percent.toFixed(1)}%`;
  return percent >= 0.01 ? `${Number(percent.toPrecision(2))}%` : '< 0.01%';
}

/** Formats a log probability. */
export function formatLogprob(logprob: number): string {
  return logprob <= impossibleLogprob ? '−∞' : logprob.toFixed(4).replace('-', '−');
}

/** Shows the white space of a token, which would be invisible in a list. */
export function visibleToken(text: string): string {
  if (text === '') return sharedText.tokens.empty;
  return text.replaceAll('\n', '↵').replaceAll('\t', '⇥').replaceAll(' ', '␣');
}
