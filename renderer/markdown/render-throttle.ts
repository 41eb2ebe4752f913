/** A growing text gets at most this share of the window's time. */
const share = 0.25;
const longestWait = 400;

/** How long to leave the window alone after a drawing that took `cost` milliseconds, the frame that showed it included. */
export function pauseAfter(cost: number): number {
  // What fits into a frame beside everything else is drawn at every frame.
  if (cost <= 4) return 0;
  return Math.min(longestWait, cost / share - cost);
}
