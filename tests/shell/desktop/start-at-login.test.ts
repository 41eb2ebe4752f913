import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../electron/contract/settings.ts';
import {
  createLoginItemSync,
  writeAutostartEntry,
  isHiddenStart,
  acceptRuntimeFlag,
  isRuntimeAccepted,
} from '../../../electron/shell/desktop/start-at-login.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// catches a shortcut on the desktop that consents for the user
test('accepts an unofficial Electron by flag, except when packaged', () => {
  expect(isRuntimeAccepted(['causeway', acceptRuntimeFlag], false)).toBe(true);
  expect(isRuntimeAccepted(['causeway'], false)).toBe(false);
  expect(isRuntimeAccepted(['causeway', acceptRuntimeFlag], true)).toBe(false);
});

const settings = (startsAtLogin: boolean, theme: Settings['theme'] = 'system'): Settings => ({
  ...defaultSettings,
  theme,
  desktop: { ...defaultSettings.desktop, startsAtLogin },
});

test('stays off until enabled, and ignores other changes', async () => {
  const applied: boolean[] = [];
  const follow = createLoginItemSync({
    initial: defaultSettings,
    apply: async (isWanted) => void applied.push(isWanted),
    onFailure: (error) => expect.unreachable(String(error)),
  });
  follow(settings(false, 'dark'));
  follow(settings(true, 'dark'));
  follow(settings(true, 'light'));
  await eventually(() => expect(applied).toEqual([false, true]));
});

// catches an entry that stays because its removal ran before its creation
test('applies quick changes in order, even after a failure', async () => {
  const steps: string[] = [];
  const slow = Promise.withResolvers<void>();
  const follow = createLoginItemSync({
    initial: settings(true),
    apply: async (isWanted) => {
      steps.push(`${isWanted} begins`);
      if (isWanted) await slow.promise;
      steps.push(`${isWanted} ends`);
    },
    onFailure: (error) => void steps.push(String(error)),
  });
  follow(settings(false));
  slow.reject(new Error('the disk is full'));
  await eventually(() => expect(steps).toEqual(['true begins', 'Error: the disk is full', 'false begins', 'false ends']));
});

test('quotes the path as one argument and starts hidden', async () => {
  const folder = path.join(await temporaryFolder(), 'config/autostart'); // the folder is missing for a new account
  await writeAutostartEntry(folder, '/home/mara/My $Apps/100% "x"/causeway', true);
  const entry = await readFile(path.join(folder, 'causeway.desktop'), 'utf8');
  expect(entry).toContain('Exec="/home/mara/My \\$Apps/100%% \\"x\\"/causeway" --hidden\n');
  const args = /Exec=.*" (.*)/.exec(entry)?.[1]?.split(' ') ?? [];
  expect(isHiddenStart(args)).toBe(true);
});

test('removes only its own entry when disabled', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'other.desktop'), '');
  await writeAutostartEntry(folder, '/usr/bin/causeway', true);
  await writeAutostartEntry(folder, '/usr/bin/causeway', false);
  await writeAutostartEntry(folder, '/usr/bin/causeway', false); // may be missing
  expect(await readdir(folder)).toEqual(['other.desktop']);
});

test('shows the window without the flag', () => expect(isHiddenStart(['/usr/bin/causeway', '--user-data-dir=/x'])).toBe(false));
