import { describeFailure } from '../../contract/failures/render-failure.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { app, autoUpdater as announcer, session } from 'electron';
import type { AppUpdater } from 'electron-updater';
import type { Core } from '../../core/create-core.ts';
import { shellText } from '../text.ts';
import { quitAndInstall, createUpdates, type Updates } from './updates.ts';
import type { UpdatePackage } from './update-package.ts';

const firstCheckMs = 60_000;
const checkIntervalMs = 6 * 60 * 60_000;
const feedTimeoutMs = 60_000;

/** Checks for updates regularly if the user has agreed. Returns undefined in builds without a feed. */
export async function scheduleUpdateChecks(core: Core, publicKey: string, kind: UpdatePackage): Promise<Updates | undefined> {
  const feed = await readFeedUrl();
  if (feed === undefined) return undefined;
  const updates = await createElectronUpdates(core, feed, publicKey, kind);
  const check = async (): Promise<void> => {
    const found = await updates.check();
    if (!found.ok) core.log.warn('updates.refused', { failure: found.failure });
    if (!found.ok && found.failure.code === 'refused') {
      core.notices.add({ tone: 'warning', ...describeFailure(found.failure) });
    }
    if (found.ok && found.value.kind !== 'none') {
      const { message, remedy } = shellText.update[found.value.kind];
      core.notices.add({ tone: 'info', message: message(found.value.version), remedy });
    }
  };
  setTimeout(() => void check(), firstCheckMs).unref();
  setInterval(() => void check(), checkIntervalMs).unref();
  return updates;
}

async function createElectronUpdates(core: Core, feed: string, publicKey: string, kind: UpdatePackage): Promise<Updates> {
  const autoUpdater = await createUpdater(kind);
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.allowDowngrade = false;
  autoUpdater.logger = null;
  const ownSession = session.fromPartition('causeway-updates'); // in memory; the window's session has no network
  return createUpdates({
    publicKey,
    currentVersion: app.getVersion(),
    isAllowed: () => core.settings.read().desktop.looksForUpdates,
    isBusy: async () => {
      const runs = await core.handlers['chat.turns'](undefined, { signal: new AbortController().signal });
      return !runs.ok || runs.value.length > 0;
    },
    readFeed: async (name) => {
      const address = new URL(name, `${feed.replace(/\/$/, '')}/`).href;
      const answer = await ownSession.fetch(address, { redirect: 'error', signal: AbortSignal.timeout(feedTimeoutMs) });
      if (!answer.ok) throw new Error(shellText.update.feedStatus(answer.status));
      return answer.text();
    },
    updater: {
      check: async () => {
        const result = await autoUpdater.checkForUpdates();
        return result?.isUpdateAvailable === true ? { version: result.updateInfo.version } : null;
      },
      download:
        kind === 'deb'
          ? null
          : async () => {
              const [file] = await autoUpdater.downloadUpdate();
              if (file === undefined) throw new Error(shellText.update.nothingDownloaded);
              return file;
            },
      install: () => quitAndInstall({ updater: autoUpdater, announcer, environment: process.env }),
    },
  });
}

async function createUpdater(kind: UpdatePackage): Promise<AppUpdater> {
  // CommonJS without named exports; loaded only by builds that use it
  const { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater } = (await import('electron-updater')).default;
  switch (kind) {
    case 'AppImage':
      return new AppImageUpdater();
    case 'deb':
      return new DebUpdater();
    case 'mac':
      return new MacUpdater();
    case 'nsis':
      return new NsisUpdater();
  }
}

/** Returns the feed URL of this build, if any. electron-builder writes it next to the program. */
async function readFeedUrl(): Promise<string | undefined> {
  if (!app.isPackaged) return undefined;
  try {
    const text = await readFile(path.join(process.resourcesPath, 'app-update.yml'), 'utf8');
    return /^url: (https:\/\/\S+)$/m.exec(text)?.[1];
  } catch {
    return undefined;
  }
}
