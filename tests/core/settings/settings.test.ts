import { expect, test } from 'vitest';
import { defaultSettings } from '../../../electron/contract/settings.ts';
import { openSettings } from '../../../electron/core/settings/settings.ts';
import { createEventBus } from '../../../electron/core/shared/event-bus.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('saves a change, emits it, and reads it at the next start', async () => {
  const folder = await temporaryFolder();
  const events = createEventBus();
  const emitted: unknown[] = [];
  events.listen((message) => emitted.push(message));
  const settings = await openSettings(folder, events);
  const connection = { ...defaultSettings.connection, connectSeconds: 30, tunnelWaitSeconds: 60, silenceMinutes: 5, tunnelIdleMinutes: 20 };
  const next = { ...defaultSettings, connection };
  expect(await settings.change({ connection })).toEqual({ ok: true, value: next });
  expect(emitted).toEqual([{ event: 'settings.changed', payload: next }]);
  expect((await openSettings(folder, events)).read()).toEqual(next);
});
