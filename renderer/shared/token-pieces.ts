import { shadeLevel, unknownLevel, type Shading } from './token-shading.ts';
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
