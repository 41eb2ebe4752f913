import type { EventMessage } from '../contract/events.ts';

/** How long one frame lasts at 60 frames a second, in milliseconds. */
const frame = 1000 / 60;

/** On its way to one window. */
export interface EventBatcher {
  readonly push: (message: EventMessage) => void;
  readonly stop: () => void;
}

/**
 * Sends events to a window in batches, at most one a frame: the first at once,
 * those that follow within the frame together at its end, all in order.
 */
export function createEventBatcher(send: (batch: readonly EventMessage[]) => void): EventBatcher {
  let waiting: EventMessage[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    timer = setTimeout(flush, frame);
    send(batch);
  };

  return {
    push: (message) => {
      waiting.push(message);
      if (!timer) flush();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}
