import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { AppImageUpdater } from 'electron-updater';
import { expect, onTestFinished, test } from 'vitest';
import { createUpdates, type Updates, type UpdatesOptions, releaseFile, signatureFile } from '../../../electron/shell/updates/updates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const pair = generateKeyPairSync('ed25519');
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const fileName = 'causeway-1.1.0-linux-x86_64.AppImage';

interface Offer {
  readonly version?: string;
  /** What the feed sends instead of the signed file. */
  readonly sent?: string;
  readonly signedBy?: typeof pair.privateKey;
}

/** Runs electron-updater on a feed of this machine. Only Electron's network and app are ours. */
async function feed(
  { version = '1.1.0', sent, signedBy = pair.privateKey }: Offer,
  options: Partial<UpdatesOptions> = {},
): Promise<{
  readonly updates: Updates;
  readonly installed: () => number;
  readonly downloaded: () => string | undefined;
  /** What the feed was asked for. */
  readonly requested: readonly string[];
}> {
  const folder = await temporaryFolder();
  const content = `the program, version ${version}`;
  const body = sent ?? content;
  const sha512 = (text: string): string => createHash('sha512').update(text).digest('base64');
  const release = JSON.stringify({ version, files: [{ name: fileName, sha512: sha512(content) }] });
  const listing = `version: ${version}\nfiles:\n  - url: ${fileName}\n    sha512: ${sha512(body)}\n    size: ${body.length}\npath: ${fileName}\nsha512: ${sha512(body)}\n`;
  const files: Readonly<Record<string, string>> = {
    'latest-linux.yml': listing,
    'latest-linux-arm64.yml': listing,
    [fileName]: body,
    [releaseFile]: release,
    [signatureFile]: sign(null, Buffer.from(release), signedBy).toString('base64'),
  };
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const found = files[decodeURIComponent(path.basename(new URL(request.url ?? '/', 'http://x').pathname))];
    response.writeHead(found === undefined ? 404 : 200).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening, so it has an address

  await writeFile(path.join(folder, 'app-update.yml'), `provider: generic\nurl: ${url}\nupdaterCacheDirName: updates\n`);
  const updater = new AppImageUpdater(null, adapter(folder));
  const program = path.join(folder, 'causeway.AppImage');
  await writeFile(program, 'the old program');
  process.env['APPIMAGE'] = program;
  onTestFinished(() => void delete process.env['APPIMAGE']);
  Object.assign(updater, {
    httpExecutor: executor(),
    logger: null,
    autoDownload: false,
    autoInstallOnAppQuit: false,
    disableDifferentialDownload: true,
  });
  updater.setFeedURL({ provider: 'generic', url });
  let installed = 0;
  let downloaded: string | undefined;
  const updates = createUpdates({
    publicKey,
    currentVersion: '1.0.0',
    isAllowed: () => true,
    isBusy: async () => false,
    readFeed: async (name) => (await fetch(`${url}/${name}`)).text(),
    updater: {
      check: async () => {
        const result = await updater.checkForUpdates();
        return result?.isUpdateAvailable === true ? { version: result.updateInfo.version } : null;
      },
      download: async () => (downloaded = (await updater.downloadUpdate())[0] ?? ''),
      install: async () => void (installed += 1),
    },
    ...options,
  });
  return { updates, installed: () => installed, downloaded: () => downloaded, requested };
}

function adapter(folder: string) {
  return {
    version: '1.0.0',
    name: 'causeway',
    isPackaged: true,
    appUpdateConfigPath: path.join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
}

/** Does what Electron's network does for electron-updater. */
function executor() {
  const get = async (address: string): Promise<Response> => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`the feed answered ${answer.status}`);
    return answer;
  };
  return {
    request: async ({ hostname, port, path: where }: { hostname: string; port: string; path: string }) =>
      (await get(`http://${hostname}:${port}${where}`)).text(),
    download: async (address: URL, destination: string) => {
      await writeFile(destination, Buffer.from(await (await get(address.href)).arrayBuffer()));
      return destination;
    },
  };
}

test('downloads and verifies a newer release that we signed, and installs it when nothing is running', async () => {
  const { updates, installed } = await feed({});
  expect(await updates.check()).toEqual({ ok: true, value: { kind: 'ready', version: '1.1.0' } });
  expect(installed()).toBe(0);
  expect(await updates.install()).toEqual({ ok: true, value: undefined });
  expect(installed()).toBe(1);
});

test('rejects and deletes a file other than the signed one, even if the feed’s checksum matches', async () => {
  const { updates, downloaded, installed } = await feed({ sent: 'something else' });
  expect(await updates.check()).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(path.basename(downloaded() ?? '')).toBe(fileName);
  expect(existsSync(downloaded() ?? '')).toBe(false);
  await updates.install();
  expect(installed()).toBe(0);
});

test('doesn’t download a release signed by somebody else', async () => {
  const { updates, downloaded } = await feed({ signedBy: generateKeyPairSync('ed25519').privateKey });
  expect(await updates.check()).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(downloaded()).toBeUndefined();
});

test('ignores an older release, even with a valid signature', async () => {
  const { updates, downloaded } = await feed({ version: '0.9.0' });
  expect(await updates.check()).toEqual({ ok: true, value: { kind: 'none' } });
  expect(downloaded()).toBeUndefined();
});

test('doesn’t check for updates until the user has agreed', async () => {
  let isAllowed = false;
  const { updates, requested } = await feed({}, { isAllowed: () => isAllowed });
  expect(await updates.check()).toEqual({ ok: true, value: { kind: 'none' } });
  expect(requested).toEqual([]);
  isAllowed = true;
  expect(await updates.check()).toMatchObject({ ok: true, value: { kind: 'ready' } });
  expect(requested).not.toEqual([]);
});

test('never installs an update during a running answer', async () => {
  const { updates, installed } = await feed({}, { isBusy: async () => true });
  await updates.check();
  expect(await updates.install()).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(installed()).toBe(0);
});
