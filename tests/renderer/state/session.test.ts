import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { defaultSettings } from '../../../electron/contract/settings.ts';
import { failed } from '../../support/recorded-failure.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createConnectionStore, openSession } from '../../../renderer/state/session.ts';
import type { Toaster } from '../../../renderer/ui/toaster.tsx';
import { describeConnectionState } from '../../../renderer/shared/labels.ts';
import { sharedText } from '../../../renderer/shared/text.ts';
import { readyWith } from '../chat/answers.ts';
import { createFakeBridge } from '../fake-bridge.ts';

const ready = readyWith([]);
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('keeps an event when an older response arrives after it (catches “starting” for ever)', async () => {
  const fake = createFakeBridge();
  const store = createConnectionStore(createBridge(fake));
  expect(describeConnectionState(store.read())).toBe(sharedText.connection.connecting);
  fake.send({ event: 'connection.changed', payload: ready });
  fake.answer(0, ok({ state: 'starting' }));
  await settled();
  expect(describeConnectionState(store.read())).toBe('Demo · Proxy');
});

test('shows the failure when reading fails (catches waiting without a word)', async () => {
  const fake = createFakeBridge();
  const store = createConnectionStore(createBridge(fake));
  fake.answer(0, failed('unexpected', 'A mistake.', 'Try again.'));
  await settled();
  expect(describeConnectionState(store.read())).toBe('A mistake.');
});

test('uses settings that change while the session opens (catches a theme that is shown wrongly until the next change)', async () => {
  const fake = createFakeBridge();
  const opening = openSession(createBridge(fake), {} as Toaster); // nothing is shown
  fake.answer(0, ok(defaultSettings));
  await settled();
  fake.send({ event: 'settings.changed', payload: { ...defaultSettings, theme: 'dark' } });
  fake.answer(
    1,
    ok({ version: '0', shell: 'desktop', platform: 'linux', electron: '0', isOfficialRuntime: true, folders: { data: '', logs: '' } }),
  );
  const opened = await opening;
  expect(opened.ok && opened.value.settings.read().theme).toBe('dark');
});
