import type { EventMessage, EventName, Events } from '../../contract/events.ts';

/** Carries the events of the contract from whoever causes them to whoever hosts a window. */
export interface EventBus {
  readonly emit: <E extends EventName>(event: E, payload: Events[E]) => void;
  /** Returns the end of the subscription. */
  readonly listen: (listener: (message: EventMessage) => void) => () => void;
}

/** A bus with no listeners yet. */
export function createEventBus(): EventBus {
  const listeners = new Set<(message: EventMessage) => void>();
  return {
    emit: (event, payload) => {
      const message = { event, payload } as EventMessage; // the pair is right by the signature of emit
      for (const listener of listeners) listener(message);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
