import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  releaseFile,
  createUpdates,
  isNewer,
  readSignedRelease,
  quitAndInstall,
  type QuitAndInstallOptions,
} from '../../../electron/shell/updates/updates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { EventEmitter } from 'node:events';

const pair = generateKeyPairSync('ed25519');
const publicText = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');
const release = JSON.stringify({ version: '1.1.0', files: [{ name: 'causeway.AppImage', sha512: 'abc' }] });
const signed = (text: string, key = pair.privateKey): string => sign(null, Buffer.from(text), key).toString('base64');

test('reads a release with a valid signature', () =>
  expect(readSignedRelease(release, `${signed(release)}\n`, publicText(pair.publicKey))).toMatchObject({
    ok: true,
    value: { version: '1.1.0' },
  }));

test.each([
  ['another key', release, signed(release, generateKeyPairSync('ed25519').privateKey), publicText(pair.publicKey)],
  ['a changed text', release.replace('abc', 'abd'), signed(release), publicText(pair.publicKey)],
  ['no signature', release, '', publicText(pair.publicKey)],
  ['a key that is none', release, signed(release), 'AAAA'],
  ['a description that can’t be read', '{}', signed('{}'), publicText(pair.publicKey)],
  ['a version that is none', '{"version":"../../x","files":[]}', signed('{"version":"../../x","files":[]}'), publicText(pair.publicKey)],
])('rejects %s', (_what, text, signature, key) =>
  expect(readSignedRelease(text, signature, key)).toMatchObject({ ok: false, failure: { code: 'refused' } }),
);

test.each([
  ['1.2.0', '1.1.9', true],
  ['1.10.0', '1.9.0', true],
  ['1.1.0', '1.1.0', false],
  ['1.0.9', '1.1.0', false],
  ['2.0.0-beta.1', '2.0.0', false],
  ['2.0.0', '2.0.0-beta.1', true],
  ['2.0.0-beta.10', '2.0.0-beta.9', true],
])('%s is newer than %s: %s', (version, than, answer) => expect(isNewer(version, than)).toBe(answer));

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

const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

interface Offer {
  readonly version: string;
  readonly signed?: string;
  readonly sent?: string;
}

/** Creates a feed whose offered release changes, and records the outcome. */
async function feed(download: 'downloads' | 'downloads nothing' = 'downloads') {
  const file = path.join(await temporaryFolder(), 'program');
  const counts = { downloads: 0, installs: 0 };
  let offered: Offer = { version: '1.1.0' };
  let downloaded = async (): Promise<unknown> => undefined;
  let install = async (): Promise<void> => undefined;
  const release = (): string => {
    const sha512 = createHash('sha512').update(`the program ${offered.version}`).digest('base64');
    return JSON.stringify({ version: offered.signed ?? offered.version, files: [{ name: 'program', sha512 }] });
  };
  const updates = createUpdates({
    publicKey,
    currentVersion: '1.0.0',
    isAllowed: () => true,
    isBusy: async () => false,
    readFeed: async (name) => (name === releaseFile ? release() : sign(null, Buffer.from(release()), pair.privateKey).toString('base64')),
    updater: {
      check: async () => offered,
      download:
        download === 'downloads nothing'
          ? null
          : async () => {
              counts.downloads += 1;
              await writeFile(file, offered.sent ?? `the program ${offered.version}`);
              await downloaded();
              return file;
            },
      install: async () => {
        counts.installs += 1;
        return install();
      },
    },
  });
  return {
    updates,
    counts,
    offer: (next: Offer) => void (offered = next),
    onDownloaded: (callback: () => Promise<unknown>) => void (downloaded = callback),
    onInstall: (callback: () => Promise<void>) => void (install = callback),
  };
}

test('doesn’t install a verified update after another download has replaced it', async () => {
  const { updates, counts, offer, onDownloaded } = await feed();
  expect(await updates.check()).toMatchObject({ ok: true, value: { kind: 'ready' } });
  offer({ version: '1.2.0', sent: 'something else' });
  onDownloaded(() => updates.install()); // between the download and its verification
  expect(await updates.check()).toMatchObject({ ok: false, failure: { code: 'refused' } });
  await updates.install();
  expect(counts.installs).toBe(0);
});

test('only announces a signed update that the package manager installs', async () => {
  const { updates, counts, offer } = await feed('downloads nothing');
  expect(await updates.check()).toEqual({ ok: true, value: { kind: 'available', version: '1.1.0' } });
  expect(await updates.install()).toMatchObject({ ok: false, failure: { reason: 'update-missing' } });
  expect(counts.installs).toBe(0);
  offer({ version: '1.2.0', signed: '1.1.0' });
  expect(await updates.check()).toMatchObject({ ok: false, failure: { reason: 'update-version-differs' } });
});

test('doesn’t download a ready update again', async () => {
  const { updates, counts } = await feed();
  await updates.check();
  expect(await updates.check()).toEqual({ ok: true, value: { kind: 'ready', version: '1.1.0' } });
  expect(counts.downloads).toBe(1);
  await updates.install();
  expect(counts.installs).toBe(1);
});

// the window can be used while the system asks for the rights
test('installs an update once if it is asked to twice', async () => {
  const { updates, counts, onInstall } = await feed();
  await updates.check();
  onInstall(() => new Promise((resolve) => void setImmediate(resolve)));
  await Promise.all([updates.install(), updates.install()]);
  expect(counts.installs).toBe(1);
});

test('says why an update couldn’t be installed, and installs it on a second try', async () => {
  const { updates, counts, onInstall } = await feed();
  await updates.check();
  onInstall(() => Promise.reject(new Error('pkexec exited with code 126')));
  expect(await updates.install()).toMatchObject({
    ok: false,
    failure: { reason: 'update-not-installed', params: { detail: 'pkexec exited with code 126' } },
  });
  expect(updates.isInstalling()).toBe(false);
  onInstall(async () => undefined);
  expect(await updates.install()).toMatchObject({ ok: true });
  expect(updates.isInstalling()).toBe(true);
  expect(counts.installs).toBe(2);
});

test.each([
  [
    { version: '1.2.0', signed: '1.1.0' },
    { reason: 'update-version-differs', params: { version: '1.2.0', signed: '1.1.0' } },
  ],
  [{ version: '0.9.0' }, { reason: 'update-not-newer', params: { version: '0.9.0', current: '1.0.0' } }],
])('says why an update was rejected (%#)', async (next, failure) => {
  const { updates, counts, offer } = await feed();
  offer(next);
  expect(await updates.check()).toMatchObject({ ok: false, failure });
  expect(counts.downloads).toBe(0);
});
