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
 * Whether the view still follows the end after a scroll. Only a move upwards leaves it: content that grew
 * between our scroll and its event also puts the end out of sight, and means nothing.
 */
export function followsAfterScroll(isFollowing: boolean, topBefore: number, now: Scrolled): boolean {
  if (isAtEnd(now)) return true;
  return isFollowing && now.top >= topBefore;
}
