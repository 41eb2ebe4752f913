import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { releaseFile } from '../../../electron/shell/updates/signed-release.ts';
import { createUpdates, type Updates } from '../../../electron/shell/updates/updates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const pair = generateKeyPairSync('ed25519');
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

interface Offer {
  readonly version: string;
  readonly signed?: string;
  readonly sent?: string;
}

/** Creates a feed whose offered release changes, and records the outcome. */
async function feed(): Promise<{
  readonly updates: Updates;
  readonly offer: (next: Offer) => void;
  readonly onDownloaded: (callback: () => Promise<unknown>) => void;
  readonly onInstall: (callback: () => Promise<void>) => void;
  readonly counts: { downloads: number; installs: number };
}> {
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
      download: async () => {
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
    offer: (next) => void (offered = next),
    onDownloaded: (callback) => void (downloaded = callback),
    onInstall: (callback) => void (install = callback),
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

test('doesn’t download a ready update again', async () => {
  const { updates, counts } = await feed();
  await updates.check();
  expect(await updates.check()).toEqual({ ok: true, value: { kind: 'ready', version: '1.1.0' } });
  expect(counts.downloads).toBe(1);
  await updates.install();
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
  onInstall(async () => undefined);
  expect(await updates.install()).toMatchObject({ ok: true });
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
