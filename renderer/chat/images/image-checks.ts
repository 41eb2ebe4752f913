import type { Model } from '../../../electron/contract/catalog.ts';
import type { Connection } from '../../../electron/contract/connection.ts';
import type { Call } from '../../bridge/bridge.ts';
import { createStore } from '../../state/store.ts';

/** Whether a model sees images. `unknown` if trying didn't tell. */
export type Sight = 'sees' | 'unseeing' | 'checking' | 'unknown';

/** Creates a store of what trying told about models. The main process tries each of them once. */
export function createImageChecks(call: Call) {
  const store = createStore<ReadonlyMap<string, Sight>>(new Map());
  const write = (key: string, sight: Sight) => store.write(new Map([...store.read(), [key, sight]]));
  return {
    read: store.read,
    subscribe: store.subscribe,
    check: async (key: string, model: string): Promise<void> => {
      if (store.read().has(key)) return;
      write(key, 'checking');
      const result = await call('catalog.tryImages', { model });
      const seesImages = result.ok ? result.value.seesImages : null;
      write(key, seesImages === null ? 'unknown' : seesImages ? 'sees' : 'unseeing');
    },
  };
}

/** Returns the key of a model of this service. */
export function checkKey(connection: Connection, { id }: Pick<Model, 'id'>): string {
  return connection.state === 'ready' ? `${connection.profile.id} ${connection.mode} ${id}` : '';
}
