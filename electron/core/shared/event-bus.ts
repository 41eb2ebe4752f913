import type { EventMessage, EventName, Events } from '../../contract/events.ts';

export type EventBus = ReturnType<typeof createEventBus>;

/** Passes the contract's events from the core to the hosts of windows. */
export function createEventBus() {
  const listeners = new Set<(message: EventMessage) => void>();
  return {
    emit: <E extends EventName>(event: E, payload: Events[E]): void => {
      const message = { event, payload } as EventMessage; // the pair is right by the signature of emit
      for (const listener of listeners) listener(message);
    },
    /** Returns a function that ends the subscription. */
    listen: (listener: (message: EventMessage) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
