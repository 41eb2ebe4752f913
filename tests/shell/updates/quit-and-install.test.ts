import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { quitAndInstall, type QuitAndInstallOptions } from '../../../electron/shell/updates/quit-and-install.ts';

/** Installs with an updater that does this, with the events of electron-updater and of Electron. */
function install(act: (updater: EventEmitter, announcer: EventEmitter) => void) {
  const [updater, announcer, environment] = [new EventEmitter(), new EventEmitter(), { APPIMAGE: '/home/ada/causeway-1.0.0.AppImage' }];
  const options = {
    updater: Object.assign(updater, { quitAndInstall: () => act(updater, announcer) }),
    announcer,
    environment,
  } as unknown as QuitAndInstallOptions;
  const listeners = (): number =>
    [updater, announcer]
      .flatMap((each) => each.eventNames().map((name) => each.listenerCount(name)))
      .reduce((sum, count) => sum + count, 0);
  return { installed: quitAndInstall(options), environment, listeners };
}

// catches an installation that fails without a word: electron-updater emits an event and returns
test.each([
  ['at once', (act: () => void) => act()],
  ['later, as on macOS', (act: () => void) => void setImmediate(act)],
])('reports an error that occurs %s', async (_, when) => {
  const { installed, listeners } = install((updater) => when(() => updater.emit('error', new Error('no rights'), 'stack')));
  await expect(installed).rejects.toThrow('no rights');
  expect(listeners()).toBe(0);
});

test('ends when the program quits', async () => {
  const { installed, environment, listeners } = install((_, announcer) => setImmediate(() => announcer.emit('before-quit-for-update')));
  await installed;
  expect(environment.APPIMAGE).toBe('/home/ada/causeway-1.0.0.AppImage');
  expect(listeners()).toBe(0);
});

// catches a restart of the old file, which is gone
test('restarts an AppImage under its new name', async () => {
  const { installed, environment } = install((updater, announcer) => {
    updater.emit('appimage-filename-updated', '/home/ada/causeway-1.1.0.AppImage');
    announcer.emit('before-quit-for-update');
  });
  await installed;
  expect(environment.APPIMAGE).toBe('/home/ada/causeway-1.1.0.AppImage');
});
