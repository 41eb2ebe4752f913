import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** A growing text gets at most this share of the window's time. */
const maxShare = 0.25;
const maxWaitMs = 400;

/** How long to leave the window alone after a drawing that took `cost` milliseconds, the frame that showed it included. */
export function pauseAfter(cost: number): number {
  // What fits into a frame beside everything else is drawn at every frame.
  if (cost <= 4) return 0;
  return Math.min(maxWaitMs, cost / maxShare - cost);
}

/** A text that grows elsewhere. */
export interface TextStore {
  readonly read: () => string;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The text of a store, taken at most once a frame, and less often the longer it takes to draw. */
export function useThrottledText(store: TextStore): string {
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
      flushSync(() => {
        setText(newest);
      });
      if (isFirst) return;
      // A message sent now is delivered when the frame is laid out and painted.
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
    // it may have grown between the first drawing and now; where it has not, nothing is drawn
    schedule();
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
      clearTimeout(timer);
      afterFrame?.port1.close();
    };
  }, [store]);
  return text;
}
