import type { EventMessage } from '../contract/events.ts';

/** Duration of one frame at 60 frames per second, in milliseconds. */
const frameMs = 1000 / 60;

/** Queues events for one window. */
export interface EventBatcher {
  readonly push: (message: EventMessage) => void;
  readonly stop: () => void;
}

/**
 * Sends events to a window in order, in at most one batch per frame. The first event is sent at once; events that follow
 * within the frame are sent together at its end.
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
