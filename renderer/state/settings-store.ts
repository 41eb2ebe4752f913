import type { Failed, Ok } from '../../electron/contract/failure.ts';
import type { Settings, SettingsChange } from '../../electron/contract/settings.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { createStore, type Store } from './store.ts';

/** The user's settings. A change is shown at once and reverted if saving it fails. */
export interface SettingsStore extends Store<Settings> {
  readonly change: (change: SettingsChange) => Promise<Ok<Settings> | Failed>;
}

export function createSettingsStore({ call, on }: TypedBridge, initial: Settings): SettingsStore {
  let confirmed = initial;
  // Changes that are shown but not confirmed yet. They are applied over `confirmed`, so that an older event can't undo a newer click.
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
