import type { AppUpdater } from 'electron-updater';

export interface QuitAndInstallOptions {
  readonly updater: Pick<AppUpdater, 'once' | 'off' | 'quitAndInstall'>;
  /** Electron's own updater, which announces the quit on every system. */
  readonly announcer: Pick<Electron.AutoUpdater, 'once' | 'off'>;
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Installs the downloaded update and quits. Rejects if that fails, for example because the user denied the rights: electron-updater emits
 * an event then and returns.
 */
export async function quitAndInstall({ updater, announcer, environment }: QuitAndInstallOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // an AppImage with its version in its name gets another one, and the old file is gone when quitting starts the program again
  const onRename = (file: string): void => void (environment['APPIMAGE'] = file);
  updater.once('error', reject);
  updater.once('appimage-filename-updated', onRename);
  announcer.once('before-quit-for-update', resolve);
  try {
    updater.quitAndInstall(false, true);
    await promise;
  } finally {
    updater.off('error', reject);
    updater.off('appimage-filename-updated', onRename);
    announcer.off('before-quit-for-update', resolve);
  }
}
