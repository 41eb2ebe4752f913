import type { Connection } from '../../electron/contract/connection.ts';
import type { TypedBridge } from '../bridge/create-bridge.ts';
import { syncValue } from './sync.ts';
import { createStore, type Store } from './store.ts';

/** Makes the store of the service in use and starts reading; until then it is said to be starting. */
export function createConnectionStore({ call, on }: TypedBridge): Store<Connection> {
  const store = createStore<Connection>({ state: 'starting' });
  syncValue(
    () => call('connection.read'),
    (listener) => on('connection.changed', listener),
    store.write,
    (failure) => {
      store.write({ state: 'failed', chosen: null, failure });
    },
  );
  return { read: store.read, subscribe: store.subscribe };
}
