/** Resolves after the next frames were painted. */
export function afterNextFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => afterPaint(resolve)));
  });
}

/** A message posted in a frame arrives after its paint. */
export function afterPaint(then: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener(
    'message',
    () => {
      port1.close();
      then();
    },
    { once: true },
  );
  port1.start();
  port2.postMessage(null);
}

/** Frame statistics of a period. */
export interface Frames {
  readonly perSecond: number;
  /** The longest time between two frames, in milliseconds. */
  readonly longestStall: number;
  /** The share of time in gaps over 50 ms, from 0 to 1. */
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
    // not the frame's timestamp, which doesn't advance while a frame is late
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
