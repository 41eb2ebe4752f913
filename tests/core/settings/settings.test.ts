import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../electron/contract/settings.ts';
import { openSettings } from '../../../electron/core/settings/settings.ts';
import { createEventBus } from '../../../electron/core/shared/event-bus.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function openedFrom(version: number, data: object): Promise<Settings> {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ version, data }));
  const settings = await openSettings(folder, createEventBus());
  expect(settings.problem).toBeUndefined();
  return settings.read();
}

test('keeps chosen settings of every earlier version and adds new ones (catches an update that forgets the theme)', async () => {
  const first = { theme: 'dark', sidebar: { isOpen: false, width: 300 } };
  expect(await openedFrom(1, first)).toEqual({ ...defaultSettings, ...first });
  const chat = { sendsWith: 'mod-enter', opensThinking: true, makesTitles: false };
  const desktop = { onClose: 'quit', startsAtLogin: true, looksForUpdates: true };
  expect(await openedFrom(2, { ...first, chat, desktop })).toEqual({ ...defaultSettings, ...first, chat, desktop });
  const waits = { connectSeconds: 30, firstByteSeconds: 1800, idleSeconds: 60, tunnelIdleMinutes: 20 };
  expect(await openedFrom(3, { ...first, chat, desktop, connection: waits })).toEqual({
    ...defaultSettings,
    ...first,
    chat,
    desktop,
    connection: { ...defaultSettings.connection, ...waits },
  });
});

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
