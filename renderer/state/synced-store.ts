import type { Failure, Result } from '../../electron/contract/failure.ts';
import { createStore, type Store } from './store.ts';

/** A value of the main process: being read, known, or failed to read. */
export type Synced<T> =
  | { readonly state: 'reading' }
  | { readonly state: 'known'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: Failure };

/** A copy of a value of the main process. */
export interface SyncedStore<T> extends Store<Synced<T>>, SyncControls<T> {}

/** Creates the store, reads the value and subscribes to its changes. */
export function createSyncedStore<T>(read: () => Promise<Result<T>>, subscribe: (listener: (value: T) => void) => unknown): SyncedStore<T> {
  const store = createStore<Synced<T>>({ state: 'reading' });
  const controls = syncValue(
    read,
    subscribe,
    (value) => {
      store.write({ state: 'known', value });
    },
    (failure) => {
      store.write({ state: 'failed', failure });
    },
  );
  return { read: store.read, subscribe: store.subscribe, ...controls };
}

/** Returns the value if it is known, otherwise the fallback. */
export function valueOr<T>(synced: Synced<T>, fallback: T): T {
  return synced.state === 'known' ? synced.value : fallback;
}

/** Controls of a synced value. */
export interface SyncControls<T> {
  /** Sets the value from the response to a call of our own. */
  readonly set: (value: T) => void;
  /** Reads again, for example after a failure. */
  readonly reload: () => Promise<void>;
}

/** Reads a value and subscribes to its changes. Ignores a response that an event overtook, because the event is newer. */
export function syncValue<T>(
  read: () => Promise<Result<T>>,
  subscribe: (listener: (value: T) => void) => unknown,
  onValue: (value: T) => void,
  onFailure: (failure: Failure) => void,
): SyncControls<T> {
  let version = 0;
  const set = (value: T) => {
    version += 1;
    onValue(value);
  };
  subscribe(set);

  const reload = async () => {
    const before = version;
    const result = await read();
    if (version !== before) return;
    if (result.ok) onValue(result.value);
    else onFailure(result.failure);
  };
  void reload();
  return { set, reload };
}
