import type { Model } from '../../../electron/contract/catalog.ts';
import type { Connection } from '../../../electron/contract/connection.ts';
import type { Call } from '../../bridge/bridge.ts';
import { createStore } from '../../state/store.ts';

/** Whether a model takes images. `unknown` if the service didn't tell. */
export type ImageSupport = 'supported' | 'unsupported' | 'checking' | 'unknown';

/** Creates a store of the models that are being tried, or were without telling. The connection's models have what trying has told. */
export function createImageChecks(call: Call) {
  const store = createStore<ReadonlyMap<string, ImageSupport>>(new Map());
  const write = (key: string, support: ImageSupport) => store.write(new Map([...store.read(), [key, support]]));
  return {
    read: store.read,
    subscribe: store.subscribe,
    /** Lets the service try a model. One that didn't tell is tried again, because it may have been busy. */
    check: async (key: string, model: string): Promise<void> => {
      if (store.read().get(key) === 'checking') return;
      write(key, 'checking');
      const result = await call('catalog.tryImages', { model });
      const seesImages = result.ok ? result.value.seesImages : null;
      write(key, seesImages === null ? 'unknown' : seesImages ? 'supported' : 'unsupported');
    },
  };
}

/** Returns the key of a model of this service. */
export function checkKey(connection: Connection, { id }: Pick<Model, 'id'>): string {
  return connection.state === 'ready' ? `${connection.profile.id} ${connection.mode} ${id}` : '';
}
