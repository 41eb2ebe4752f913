import type { Failure } from '../../electron/contract/failure.ts';
import type { Notice } from '../../electron/contract/notice.ts';
import type { TypedBridge } from '../bridge/create-bridge.ts';
import { createStore, type Store } from './store.ts';

/** What the user should know; a dismissed notice leaves at once and returns if that could not be kept. */
export interface NoticesStore extends Store<readonly Notice[]> {
  readonly dismiss: (id: string) => Promise<void>;
}

/** Makes the store and starts reading; `onFailure` hears of what could not be read or dismissed. */
export function createNoticesStore({ call, on }: TypedBridge, onFailure: (failure: Failure) => void): NoticesStore {
  const store = createStore<readonly Notice[]>([]);
  let hasHeard = false;

  on('notices.changed', (notices) => {
    hasHeard = true;
    store.write(notices);
  });

  const readFirst = async () => {
    const result = await call('notices.read');
    if (!result.ok) onFailure(result.failure);
    // An event is newer than the answer it overtook.
    else if (!hasHeard) store.write(result.value);
  };
  void readFirst();

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
