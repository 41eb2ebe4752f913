import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Store } from '../state/store.ts';

/** A growing text gets at most this share of the main thread's time. */
const maxShare = 0.25;
const maxWaitMs = 400;

/** Returns the pause after a render that took `cost` milliseconds, including its frame. */
export function pauseAfter(cost: number): number {
  // A cheap render can happen in every frame.
  if (cost <= 4) return 0;
  return Math.min(maxWaitMs, cost / maxShare - cost);
}

/**
 * Returns the text of a store. While the text is growing, updates at most once per frame, and less often the longer it takes to
 * render. A finished text is never behind.
 */
export function useThrottledText(store: Store<string>, isLive: boolean): string {
  const [text, setText] = useState(store.read);
  useEffect(() => {
    let frame: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let earliest = 0;
    let started = 0;
    let drawn: string | undefined;
    let afterFrame: MessageChannel | undefined;

    const openChannel = () => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => {
        const ended = performance.now();
        earliest = ended + pauseAfter(ended - started);
      });
      channel.port1.start();
      return channel;
    };
    const draw = () => {
      frame = undefined;
      started = performance.now();
      const isFirst = drawn === undefined;
      const newest = store.read();
      drawn = newest;
      flushSync(() => setText(newest));
      if (isFirst) return;
      // A message posted now arrives after layout and paint.
      afterFrame ??= openChannel();
      afterFrame.port2.postMessage(null);
    };
    const schedule = () => {
      if (frame !== undefined || timer !== undefined || store.read() === drawn) return;
      const wait = earliest - performance.now();
      if (wait <= 0) {
        frame = requestAnimationFrame(draw);
        return;
      }
      timer = setTimeout(() => {
        timer = undefined;
        frame = requestAnimationFrame(draw);
      }, wait);
    };

    const stop = store.subscribe(schedule);
    // the text may have grown since the first render
    schedule();
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
      clearTimeout(timer);
      afterFrame?.port1.close();
    };
  }, [store]);
  return isLive ? text : store.read();
}
