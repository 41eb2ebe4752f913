import type { ModelRange } from '../../electron/contract/history.ts';
import type { TokenTracks } from './token-tracks.ts';

/** A token of a continuation, and its place in the whole text. */
export interface FoundToken {
  readonly messageId: string;
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the visible token at an offset, or undefined in a text of the user or without figures. */
export function findToken(byModel: readonly ModelRange[], tracks: Pick<TokenTracks, 'of'>, offset: number): FoundToken | undefined {
  const range = byModel.find(({ start, end }) => start <= offset && offset < end);
  const track = range && tracks.of(range.messageId);
  if (!range || !track) return undefined;
  const shift = range.start - range.from;
  const index = track.firstAfter(offset - shift);
  if (index >= track.count()) return undefined;
  const { start, end } = track.at(index);
  if (start + shift > offset || end + shift > range.end) return undefined;
  return { messageId: range.messageId, index, start: start + shift, end: end + shift };
}

/** Returns the token at the cursor: the one after it, or before it at the end of the model's text. */
export function tokenAtCursor(byModel: readonly ModelRange[], tracks: Pick<TokenTracks, 'of'>, cursor: number): FoundToken | undefined {
  return findToken(byModel, tracks, cursor) ?? findToken(byModel, tracks, cursor - 1);
}

/** Returns the next visible token in a direction, within the text of the same author. */
export function neighbourToken(
  byModel: readonly ModelRange[],
  tracks: Pick<TokenTracks, 'of'>,
  { start, end }: FoundToken,
  step: -1 | 1,
): FoundToken | undefined {
  return findToken(byModel, tracks, step === 1 ? end : start - 1);
}
