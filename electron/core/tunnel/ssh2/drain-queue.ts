import type { Duplex } from 'node:stream';

/** Unsent bytes above which writers wait; below, waiting would only cost speed. */
const fullBytes = 1024 * 1024;

/** Lets writers wait until a socket has sent what it was given. */
export interface DrainQueue {
  /** Proceeds at once where there is room. */
  readonly wait: (proceed: () => void) => void;
  /** Forgets who waits. */
  readonly end: () => void;
}

/** A queue with one listener on the socket, however many wait. */
export function createDrainQueue(socket: Duplex): DrainQueue {
  let waiting: (() => void)[] = [];
  const onDrain = (): void => {
    const ready = waiting;
    waiting = [];
    for (const proceed of ready) proceed();
  };
  socket.on('drain', onDrain);
  return {
    wait: (proceed) => {
      if (socket.writableNeedDrain && socket.writableLength > fullBytes) waiting.push(proceed);
      else proceed();
    },
    end: () => {
      socket.off('drain', onDrain);
      waiting = [];
    },
  };
}
