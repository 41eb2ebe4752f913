import type { EventMessage, EventName, Events } from '../../contract/events.ts';

/** Passes the contract's events from the core to the hosts of windows. */
export interface EventBus {
  readonly emit: <E extends EventName>(event: E, payload: Events[E]) => void;
  /** Returns a function that ends the subscription. */
  readonly listen: (listener: (message: EventMessage) => void) => () => void;
}

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
