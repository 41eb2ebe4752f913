import { useSyncExternalStore } from 'react';

/** A value that can be read and subscribed to. */
export interface Store<T> {
  readonly read: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store that its owner writes to. */
export interface WritableStore<T> extends Store<T> {
  readonly write: (value: T) => void;
}

export function createStore<T>(initial: T): WritableStore<T> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    read: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    write: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
  };
}

/** Subscribes a component to a store. Returns its value. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.read);
}
