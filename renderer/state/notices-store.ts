import type { Failure } from '../../electron/contract/failure.ts';
import type { Notice } from '../../electron/contract/notice.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { syncValue } from './synced-store.ts';
import { createStore, type Store } from './store.ts';

/** What the user should know; a dismissed notice leaves at once and returns if that could not be kept. */
export interface NoticesStore extends Store<readonly Notice[]> {
  readonly dismiss: (id: string) => Promise<void>;
}

/** Makes the store and starts reading; `onFailure` hears of what could not be read or dismissed. */
export function createNoticesStore({ call, on }: TypedBridge, onFailure: (failure: Failure) => void): NoticesStore {
  const store = createStore<readonly Notice[]>([]);
  syncValue(
    () => call('notices.read'),
    (listener) => on('notices.changed', listener),
    store.write,
    onFailure,
  );

  return {
    read: store.read,
    subscribe: store.subscribe,
    dismiss: async (id) => {
      const before = store.read();
      store.write(before.filter((notice) => notice.id !== id));
      const result = await call('notices.dismiss', { id });
      if (result.ok) return;
      const returning = before.find((notice) => notice.id === id);
      if (returning !== undefined) store.write([...store.read().filter((notice) => notice.id !== id), returning]);
      onFailure(result.failure);
    },
  };
}
