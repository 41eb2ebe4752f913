import { expect, test } from 'vitest';
import type { AppInfo } from '../../../electron/contract/app-info.ts';
import { ok } from '../../../electron/contract/failure.ts';
import { defaultSettings, type Settings, type SettingsChange } from '../../../electron/contract/settings.ts';
import { createHelp } from '../../../renderer/help/help.ts';
import { helpText } from '../../../renderer/help/text.ts';
import { createStore } from '../../../renderer/state/store.ts';

/** Opens the window of a version with these saved settings and release notes. */
function open(saved: Settings, notes = '## New\n\n- A tray.\n') {
  const info: AppInfo = {
    version: '1.2.0',
    shell: 'desktop',
    platform: 'linux',
    electron: '',
    isOfficialRuntime: true,
    folders: { data: '', logs: '' },
  };
  const store = createStore(saved);
  const change = async (changed: SettingsChange) => {
    store.write({ ...store.read(), ...changed });
    return ok(store.read());
  };
  return { help: createHelp({ info, settings: { ...store, change } }, notes), saved: store.read() };
}

test('shows the release notes once after an update, and has them in the help from then on', () => {
  const first = open({ ...defaultSettings, lastVersion: '1.1.0' });
  const shown = first.help.read();
  expect(shown).toMatchObject({ isOpen: true, openCount: 0 });
  expect(first.help.parts.find(({ id }) => id === shown.partId)).toMatchObject({
    title: helpText.whatsNew('1.2.0'),
    text: expect.stringContaining('A tray.') as string,
  });
  const second = open(first.saved);
  expect(second.help.read().isOpen).toBe(false);
  second.help.open(shown.partId);
  expect(second.help.read()).toMatchObject({ isOpen: true, partId: shown.partId, openCount: 1 });
});

test('shows none to a new user, and none of a version without any', () => {
  const fresh = open(defaultSettings);
  expect(fresh.help.read().isOpen).toBe(false);
  expect(fresh.saved.lastVersion).toBe('1.2.0');
  const silent = open({ ...defaultSettings, lastVersion: '1.1.0' }, '');
  expect(silent.help.read().isOpen).toBe(false);
  expect(silent.help.parts.map(({ title }) => title)).not.toContain(helpText.whatsNew('1.2.0'));
});
