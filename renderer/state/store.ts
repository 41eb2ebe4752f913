import { useSyncExternalStore } from 'react';

/** A value that can be read and watched. */
export interface Store<T> {
  readonly read: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store that its owner can write to. */
export interface WritableStore<T> extends Store<T> {
  readonly write: (value: T) => void;
}

/** Makes a store with its first value. */
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

/** The store's value in a component. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.read);
}
