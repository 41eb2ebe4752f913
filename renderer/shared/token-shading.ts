import { impossibleLogprob, shadeProbabilities } from '../../electron/contract/constants.ts';
import { sharedText } from './text.ts';
import type { TokenTrack } from './token-track.ts';

/** A piece of a text that is drawn in one way. */
export interface TokenPiece {
  readonly start: number;
  readonly end: number;
  /** Whether the model wrote it. */
  readonly isByModel: boolean;
  /** The class of its shading, or `unknownLevel`. */
  readonly level: number;
}

/** A range of the model, and its tokens if they are known. */
export interface ShadedRange {
  readonly start: number;
  readonly end: number;
  /** Where the range begins in the text of its tokens. */
  readonly from: number;
  readonly track: TokenTrack | undefined;
}

/** Splits a part of a text into the tokens of the model and the text between them, in order and without gaps. */
export function tokenPieces(ranges: readonly ShadedRange[], shading: Shading, start: number, end: number): readonly TokenPiece[] {
  const pieces: TokenPiece[] = [];
  let at = start;
  const push = (to: number, isByModel: boolean, level: number): void => {
    if (to <= at) return;
    pieces.push({ start: at, end: to, isByModel, level });
    at = to;
  };
  for (const range of ranges) {
    const rangeEnd = Math.min(range.end, end);
    if (rangeEnd <= at || range.start >= end) continue;
    push(Math.max(range.start, start), false, unknownLevel);
    const { track } = range;
    if (track && shading !== 'off') {
      const shift = range.start - range.from;
      for (let index = track.firstAfter(at - shift); index < track.count(); index += 1) {
        const token = track.at(index);
        if (token.start + shift >= rangeEnd) break;
        push(Math.min(token.start + shift, rangeEnd), true, unknownLevel);
        push(Math.min(token.end + shift, rangeEnd), true, shadeLevel(token.logprob, shading));
      }
    }
    push(rangeEnd, true, unknownLevel);
  }
  push(end, false, unknownLevel);
  return pieces;
}

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
