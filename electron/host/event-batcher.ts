import type { EventMessage } from '../contract/events.ts';

/** How long events are collected. Much shorter than a frame, which the page waits for by itself, so that it has the newest when it draws. */
const batchMs = 2;

/** Sends events to a window in order. The first event is sent at once; events that follow within `batchMs` are sent together. */
export function createEventBatcher(send: (batch: readonly EventMessage[]) => void) {
  let queue: EventMessage[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    if (queue.length === 0) return;
    const batch = queue;
    queue = [];
    timer = setTimeout(flush, batchMs);
    send(batch);
  };

  return {
    push: (message: EventMessage): void => {
      queue.push(message);
      if (!timer) flush();
    },
    stop: (): void => {
      clearTimeout(timer);
      timer = undefined;
      queue = [];
    },
  };
}
