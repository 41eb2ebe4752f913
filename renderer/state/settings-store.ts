import type { Failed, Ok } from '../../electron/contract/failure.ts';
import type { Settings, SettingsChange } from '../../electron/contract/settings.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { createStore, type Store } from './store.ts';

/** The user's settings: shown at once when changed, taken back if they could not be kept. */
export interface SettingsStore extends Store<Settings> {
  readonly change: (change: SettingsChange) => Promise<Ok<Settings> | Failed>;
}

/** Makes the store; `initial` is what the main process answered at start. */
export function createSettingsStore({ call, on }: TypedBridge, initial: Settings): SettingsStore {
  let confirmed = initial;
  // Changes that are shown but not answered yet; laid over `confirmed`, so that an older event can't undo a newer click.
  let pending: readonly SettingsChange[] = [];
  const shown = createStore(initial);
  const show = () => {
    shown.write(Object.assign({ ...confirmed }, ...pending) as Settings);
  };

  on('settings.changed', (settings) => {
    confirmed = settings;
    show();
  });

  return {
    read: shown.read,
    subscribe: shown.subscribe,
    change: async (change) => {
      pending = [...pending, change];
      show();
      const result = await call('settings.change', change);
      pending = pending.filter((other) => other !== change);
      if (result.ok) confirmed = result.value;
      show();
      return result;
    },
  };
}
