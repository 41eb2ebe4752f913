import type { Failure } from '../../electron/contract/failure.ts';
import type { Notice } from '../../electron/contract/notice.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { syncValue } from './synced-store.ts';
import { createStore, type Store } from './store.ts';

/** Notices for the user. A dismissed notice disappears at once and returns if dismissing it failed. */
export interface NoticesStore extends Store<readonly Notice[]> {
  readonly dismiss: (id: string) => Promise<void>;
}

/** Creates the store and starts reading. Calls `onFailure` if reading or dismissing fails. */
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
      const restored = before.find((notice) => notice.id === id);
      if (restored !== undefined) store.write([...store.read().filter((notice) => notice.id !== id), restored]);
      onFailure(result.failure);
    },
  };
}
