/** Where a scrolled area stands, in pixels. */
export interface Scrolled {
  readonly top: number;
  /** Of all that can be scrolled. */
  readonly height: number;
  /** Of what is seen at once. */
  readonly view: number;
}

/** About one line: who is that near to the end wants to be there. */
const nearness = 24;

/** Whether the end of the content is in sight. */
export function isAtEnd({ top, height, view }: Scrolled): boolean {
  return height - top - view <= nearness;
}

/**
 * Whether the view still follows the end after a scroll. Only the reader's own move upwards leaves it, be it ever so
 * small: content that grew, shrank, or turned out smaller than it was taken for moves the view too, and means nothing.
 */
export function followsAfterScroll(isFollowing: boolean, topBefore: number, now: Scrolled, isByReader: boolean): boolean {
  // The late news of a move that was the view's own, when its reader may just have let go of the end.
  if (now.top === topBefore) return isFollowing;
  const isAtVeryEnd = now.height - now.top - now.view <= 1;
  if (isByReader && now.top < topBefore && !isAtVeryEnd) return false;
  return isFollowing || isAtEnd(now);
}
