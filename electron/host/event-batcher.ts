import type { EventMessage } from '../contract/events.ts';

/** How long one frame lasts at 60 frames a second, in milliseconds. */
const frameMs = 1000 / 60;

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
  let queue: EventMessage[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    if (queue.length === 0) return;
    const batch = queue;
    queue = [];
    timer = setTimeout(flush, frameMs);
    send(batch);
  };

  return {
    push: (message) => {
      queue.push(message);
      if (!timer) flush();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      queue = [];
    },
  };
}
