import { describe, expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { failed } from '../../support/recorded-failure.ts';
import { defaultSettings, type Settings } from '../../../electron/contract/settings.ts';
import { createBridge } from '../../../renderer/bridge/bridge.ts';
import { createSettingsStore } from '../../../renderer/state/settings-store.ts';
import { createFakeBridge } from '../fake-bridge.ts';

const initial: Settings = defaultSettings;

describe('settings store', () => {
  test('shows a change before it is confirmed (catches a theme that lags behind the click)', () => {
    const bridge = createFakeBridge();
    const store = createSettingsStore(createBridge(bridge), initial);
    void store.change({ theme: 'dark' });
    expect(store.read().theme).toBe('dark');
  });

  test('reverts a change that could not be saved, but no other (catches a lost second change)', async () => {
    const bridge = createFakeBridge();
    const store = createSettingsStore(createBridge(bridge), initial);
    const refused = store.change({ theme: 'dark' });
    void store.change({ sidebar: { isOpen: false, width: 300 } });
    bridge.answer(0, failed('storage', 'No.', 'Try.'));
    expect(await refused).toMatchObject({ ok: false });
    expect(store.read()).toEqual({ ...initial, theme: 'system', sidebar: { isOpen: false, width: 300 } });
  });

  test('keeps a newer change when an older event arrives (catches the flicker of two quick changes)', async () => {
    const bridge = createFakeBridge();
    const store = createSettingsStore(createBridge(bridge), initial);
    const first = store.change({ theme: 'dark' });
    const second = store.change({ theme: 'light' });
    bridge.answer(0, ok({ ...initial, theme: 'dark' }));
    await first;
    bridge.send({ event: 'settings.changed', payload: { ...initial, theme: 'dark' } });
    expect(store.read().theme).toBe('light');
    bridge.answer(1, ok({ ...initial, theme: 'light' }));
    await second;
    expect(store.read().theme).toBe('light');
  });

  test('applies changes made elsewhere (catches a window that only sees its own)', () => {
    const bridge = createFakeBridge();
    const store = createSettingsStore(createBridge(bridge), initial);
    let calls = 0;
    store.subscribe(() => {
      calls += 1;
    });
    bridge.send({ event: 'settings.changed', payload: { ...initial, theme: 'light' } });
    expect(store.read().theme).toBe('light');
    expect(calls).toBe(1);
  });
});
