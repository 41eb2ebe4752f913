import type { ShadedRange } from './token-pieces.ts';
import type { TokenTrack } from './token-track.ts';

/** Returns a text that changes when the drawing of the ranges does. It counts their tokens, because a track grows in place. */
export function shadingSignature(ranges: readonly ShadedRange[]): string {
  return ranges
    .map(({ start, end, from, track }) => [start, end, from, trackId(track), track?.firstAfter(end - start + from) ?? 0].join(' '))
    .join(',');
}

const trackIds = new WeakMap<TokenTrack, number>();
let lastTrackId = 0;

function trackId(track: TokenTrack | undefined): number {
  if (track === undefined) return 0;
  const known = trackIds.get(track);
  if (known !== undefined) return known;
  lastTrackId += 1;
  trackIds.set(track, lastTrackId);
  return lastTrackId;
}
