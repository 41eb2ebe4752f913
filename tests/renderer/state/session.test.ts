import { describe, expect, test } from 'vitest';
import type { Notice } from '../../../electron/contract/app-info.ts';
import { ok, type Failure } from '../../../electron/contract/failure.ts';
import { defaultSettings } from '../../../electron/contract/settings.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { describeConnectionState } from '../../../renderer/shared/labels.ts';
import {
  createAttempt,
  createConnectionStore,
  createNoticesStore,
  createReport,
  createSettingsStore,
  openSession,
} from '../../../renderer/state/session.ts';
import type { ToastMessage, Toaster } from '../../../renderer/ui/toaster.tsx';
import { failed } from '../../support/recorded-failure.ts';
import { createFakeBridge } from '../fake-bridge.ts';

test('shows the failure when reading the connection fails (catches waiting without a word)', async () => {
  const fake = createFakeBridge();
  const store = createConnectionStore(createBridge(fake));
  fake.answer(0, failed('unexpected', 'A mistake.', 'Try again.'));
  await new Promise(setImmediate);
  expect(describeConnectionState(store.read())).toBe('A mistake.');
});

test('uses settings that change while the session opens (catches a theme that is shown wrongly until the next change)', async () => {
  const fake = createFakeBridge();
  const opening = openSession(createBridge(fake), {} as Toaster); // nothing is shown
  fake.answer(0, ok(defaultSettings));
  await new Promise(setImmediate);
  fake.send({ event: 'settings.changed', payload: { ...defaultSettings, theme: 'dark' } });
  fake.answer(
    1,
    ok({ version: '0', shell: 'desktop', platform: 'linux', electron: '0', isOfficialRuntime: true, folders: { data: '', logs: '' } }),
  );
  const opened = await opening;
  expect(opened.ok && opened.value.settings.read().theme).toBe('dark');
});

describe('settings', () => {
  const open = () => {
    const bridge = createFakeBridge();
    return { bridge, store: createSettingsStore(createBridge(bridge), defaultSettings) };
  };

  test('shows a change at once, and reverts it alone if it could not be saved (catches a lost second change)', async () => {
    const { bridge, store } = open();
    const refused = store.change({ theme: 'dark' });
    expect(store.read().theme).toBe('dark');
    void store.change({ sidebar: { isOpen: false, width: 300 } });
    bridge.answer(0, failed('storage', 'No.', 'Try.'));
    expect(await refused).toMatchObject({ ok: false });
    expect(store.read()).toEqual({ ...defaultSettings, theme: 'system', sidebar: { isOpen: false, width: 300 } });
  });

  test('keeps a newer change when an older event arrives (catches the flicker of two quick changes)', async () => {
    const { bridge, store } = open();
    const first = store.change({ theme: 'dark' });
    const second = store.change({ theme: 'light' });
    bridge.answer(0, ok({ ...defaultSettings, theme: 'dark' }));
    await first;
    bridge.send({ event: 'settings.changed', payload: { ...defaultSettings, theme: 'dark' } });
    expect(store.read().theme).toBe('light');
    bridge.answer(1, ok({ ...defaultSettings, theme: 'light' }));
    await second;
    expect(store.read().theme).toBe('light');
  });

  test('applies changes made elsewhere (catches a window that only sees its own)', () => {
    const { bridge, store } = open();
    bridge.send({ event: 'settings.changed', payload: { ...defaultSettings, theme: 'light' } });
    expect(store.read().theme).toBe('light');
  });
});

test('removes a dismissed notice at once and restores it if dismissing fails (catches silently lost notices)', async () => {
  const notice = (id: string): Notice => ({ id, tone: 'info', message: id, remedy: '' });
  const bridge = createFakeBridge();
  const failures: Failure[] = [];
  const store = createNoticesStore(
    createBridge(bridge),
    createAttempt((failure) => failures.push(failure)),
  );
  bridge.answer(0, ok([notice('a'), notice('b')]));
  await new Promise(setImmediate);
  const dismissal = store.dismiss(notice('a'));
  expect(store.read()).toEqual([notice('b')]);
  bridge.answer(1, failed('storage', 'No.', 'Try.'));
  await dismissal;
  expect(store.read()).toEqual([notice('b'), notice('a')]);
  expect(failures).toHaveLength(1);
});

test('shows a failure as a toast with its remedy, but no success and nothing cancelled (catches a failure that nobody sees)', async () => {
  const toasts: ToastMessage[] = [];
  // only the toasts' content matters here
  const attempt = createAttempt(createReport({ show: (toast: ToastMessage) => void toasts.push(toast) } as unknown as Toaster));
  expect(await attempt(Promise.resolve(ok(1)))).toEqual(ok(1));
  await attempt(Promise.resolve(failed('cancelled', 'This was cancelled.', '')));
  expect(toasts).toEqual([]);
  expect(await attempt(Promise.resolve(failed('storage', 'The disk is full.', 'Make room.')))).toMatchObject({ ok: false });
  expect(toasts).toEqual([{ tone: 'error', title: 'The disk is full.', description: 'Make room.' }]);
});
