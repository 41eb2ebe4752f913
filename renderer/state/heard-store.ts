import type { Failure, Result } from '../../electron/contract/failure.ts';
import { createStore, type Store } from './store.ts';

/** Something the main process keeps: not known yet, known, or not to be had. */
export type Heard<T> =
  | { readonly state: 'reading' }
  | { readonly state: 'known'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: Failure };

/** A copy of something the main process keeps. */
export interface HeardStore<T> extends Store<Heard<T>> {
  /** Takes the newest value from the answer to a call of our own. */
  readonly take: (value: T) => void;
  /** Asks once more, as after a failure. */
  readonly readAgain: () => Promise<void>;
}

/** Makes the store, asks for the first value and listens from then on. */
export function createHeardStore<T>(ask: () => Promise<Result<T>>, listen: (listener: (value: T) => void) => unknown): HeardStore<T> {
  const store = createStore<Heard<T>>({ state: 'reading' });
  let heard = 0;
  const take = (value: T) => {
    heard += 1;
    store.write({ state: 'known', value });
  };
  listen(take);

  const readAgain = async () => {
    const before = heard;
    const result = await ask();
    // What was heard meanwhile is newer than the answer it overtook.
    if (heard === before) store.write(result.ok ? { state: 'known', value: result.value } : { state: 'failed', failure: result.failure });
  };
  void readAgain();
  return { read: store.read, subscribe: store.subscribe, take, readAgain };
}

/** The value where it is known, else what stands for it. */
export function heardOr<T>(heard: Heard<T>, otherwise: T): T {
  return heard.state === 'known' ? heard.value : otherwise;
}
