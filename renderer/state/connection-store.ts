import type { Connection } from '../../electron/contract/connection.ts';
import type { TypedBridge } from '../bridge/create-bridge.ts';
import { createStore, type Store } from './store.ts';

/** Makes the store of the service in use and starts reading; until then it is said to be starting. */
export function createConnectionStore({ call, on }: TypedBridge): Store<Connection> {
  const store = createStore<Connection>({ state: 'starting' });
  let hasHeard = false;

  on('connection.changed', (connection) => {
    hasHeard = true;
    store.write(connection);
  });

  const readFirst = async () => {
    const result = await call('connection.read');
    // An event is newer than the answer it overtook.
    if (!hasHeard) store.write(result.ok ? result.value : { state: 'failed', failure: result.failure });
  };
  void readFirst();

  return { read: store.read, subscribe: store.subscribe };
}
