import type { Failure, Result } from '../../electron/contract/failure.ts';
import { hear, type Hearing } from './hear.ts';
import { createStore, type Store } from './store.ts';

/** Something the main process keeps: not known yet, known, or not to be had. */
export type Heard<T> =
  | { readonly state: 'reading' }
  | { readonly state: 'known'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: Failure };

/** A copy of something the main process keeps. */
export interface HeardStore<T> extends Store<Heard<T>>, Hearing<T> {}

/** Makes the store, asks for the first value and listens from then on. */
export function createHeardStore<T>(ask: () => Promise<Result<T>>, listen: (listener: (value: T) => void) => unknown): HeardStore<T> {
  const store = createStore<Heard<T>>({ state: 'reading' });
  const hearing = hear(
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
export function heardOr<T>(heard: Heard<T>, otherwise: T): T {
  return heard.state === 'known' ? heard.value : otherwise;
}
