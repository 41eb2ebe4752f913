import type { Failure, Result } from '../../electron/contract/failure.ts';
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

/** What listens to something the main process keeps. */
export interface SyncOptions<T> {
  /** Takes the newest value from the answer to a call of our own. */
  readonly take: (value: T) => void;
  /** Asks once more, as after a failure. */
  readonly readAgain: () => Promise<void>;
}

/** Asks for a value and listens for its changes from then on; an event is newer than the answer it overtook. */
export function syncValue<T>(
  ask: () => Promise<Result<T>>,
  listen: (listener: (value: T) => void) => unknown,
  onValue: (value: T) => void,
  onFailure: (failure: Failure) => void,
): SyncOptions<T> {
  let heard = 0;
  const take = (value: T) => {
    heard += 1;
    onValue(value);
  };
  listen(take);

  const readAgain = async () => {
    const before = heard;
    const result = await ask();
    if (heard !== before) return;
    if (result.ok) onValue(result.value);
    else onFailure(result.failure);
  };
  void readAgain();
  return { take, readAgain };
}
