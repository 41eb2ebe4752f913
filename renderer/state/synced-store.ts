import type { Failure, Result } from '../../electron/contract/failure.ts';
import { syncValue, type SyncOptions } from './sync.ts';
import { createStore, type Store } from './store.ts';

/** Something the main process keeps: not known yet, known, or not to be had. */
export type Synced<T> =
  | { readonly state: 'reading' }
  | { readonly state: 'known'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: Failure };

/** A copy of something the main process keeps. */
export interface SyncedStore<T> extends Store<Synced<T>>, SyncOptions<T> {}

/** Makes the store, asks for the first value and listens from then on. */
export function createSyncedStore<T>(ask: () => Promise<Result<T>>, listen: (listener: (value: T) => void) => unknown): SyncedStore<T> {
  const store = createStore<Synced<T>>({ state: 'reading' });
  const hearing = syncValue(
    ask,
    listen,
    (value) => {
      store.write({ state: 'known', value });
    },
    (failure) => {
      store.write({ state: 'failed', failure });
    },
  );
  return { read: store.read, subscribe: store.subscribe, ...hearing };
}

/** The value where it is known, else what stands for it. */
export function valueOr<T>(heard: Synced<T>, otherwise: T): T {
  return heard.state === 'known' ? heard.value : otherwise;
}
