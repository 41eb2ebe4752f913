/** How the window drew for a while. */
export interface Frames {
  readonly perSecond: number;
  /** The longest time between two frames, in milliseconds. */
  readonly longestStall: number;
  /** How much of the time went by in gaps over 50 ms, from 0 to 1. */
  readonly stalled: number;
}

/** Counts frames until it is stopped. */
export function watchFrames(): { readonly stop: () => Frames } {
  const started = performance.now();
  const gaps: number[] = [];
  let last = started;
  let isOver = false;
  const onFrame = () => {
    if (isOver) return;
    // the clock's own time, not the frame's: that one stands still while a frame is late
    const now = performance.now();
    gaps.push(now - last);
    last = now;
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  return {
    stop: () => {
      isOver = true;
      const time = performance.now() - started;
      const stalled = gaps.filter((gap) => gap > 50).reduce((sum, gap) => sum + gap, 0);
      return { perSecond: (gaps.length / time) * 1000, longestStall: Math.max(...gaps), stalled: stalled / time };
    },
  };
}
