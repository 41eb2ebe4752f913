import { app, powerMonitor, powerSaveBlocker, Notification, clipboard, Menu, nativeImage, Tray, type Settings } from 'electron';
import type { Core } from '../../core/create-core.ts';
import { watchNotifications, describeRuns } from '../../host/watch-notifications.ts';
import { shellText } from '../text.ts';
import path from 'node:path';
import type { LocalApiState } from '../../contract/local-api.ts';
import type { Connection } from '../../contract/connection.ts';
import type { Mode } from '../../contract/profile.ts';
import type { RunSummary } from '../../contract/runs.ts';
import { notifyFailure } from '../menu.ts';
import { trayTemplate, trayLabel } from './tray-menu.ts';
import { showsWindowOnClick, trayImageName, trayBadge, type TrayBadge } from './tray-badge.ts';
import { ownAppImage } from '../app-identity.ts';
import { keepAwake } from './keep-awake.ts';
import { writeAutostartEntry, createLoginItemSync, hiddenFlag } from './start-at-login.ts';

interface TrayOptions {
  readonly core: Core;
  /** Folder with an image for every badge. */
  readonly imageFolder: string;
  readonly show: () => void;
  readonly quit: () => void;
}

/** Shows a tray icon with the connection state. Returns a function that removes it. */
function openTray({ core, imageFolder, show, quit }: TrayOptions): () => void {
  const loadImage = (badge: TrayBadge) => nativeImage.createFromPath(path.join(imageFolder, trayImageName(badge, process.platform)));
  const context = { signal: new AbortController().signal };
  let connection: Connection = core.peekConnection(); // connecting now would delay the window
  let localApi: LocalApiState = core.localApi.read().state;
  const runs = new Map<string, RunSummary>();
  let runLine: string | undefined;
  let shownBadge = trayBadge(connection);
  const tray = new Tray(loadImage(shownBadge));

  const draw = (): void => {
    const badge = trayBadge(connection);
    if (badge !== shownBadge) tray.setImage(loadImage(badge));
    shownBadge = badge;
    tray.setToolTip(shellText.tray.tooltip(trayLabel(connection)));
    const actions = {
      show,
      quit,
      // redrawn in any case, because the menu has already ticked the clicked item
      setMode: (mode: Mode) => void notifyFailure(core, core.handlers['connection.setMode']({ mode }, context)).then(redraw),
      reconnect: () => void notifyFailure(core, core.handlers['tunnel.reconnect'](undefined, context)),
      copyAddress: (address: string) => clipboard.writeText(address),
    };
    tray.setContextMenu(Menu.buildFromTemplate(trayTemplate(connection, localApi, actions, runLine)));
  };
  const redraw = (): void => {
    if (!tray.isDestroyed()) draw();
  };
  const unlisten = core.listen(({ event, payload }) => {
    if (event === 'connection.changed') connection = payload;
    else if (event === 'localApi.changed') localApi = payload.state;
    else if (event === 'runs.changed') {
      for (const run of payload) {
        if (run.state === 'running') runs.set(run.id, run);
        else runs.delete(run.id);
      }
      const line = describeRuns([...runs.values()]);
      if (line === runLine) return; // the menu is redrawn for every percent, not for every answer
      runLine = line;
    } else return;
    draw();
  });
  if (showsWindowOnClick(process.platform)) tray.on('click', show);
  draw();
  return () => {
    unlisten();
    tray.destroy();
  };
}

/** Returns whether macOS started the program at login. It passes no arguments then. */
export function wasOpenedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Keeps the login item in sync with the settings. The program starts hidden at login. */
function syncLoginItem(core: Core): void {
  if (!app.isPackaged) return; // a development build can't be started at login
  const sync = createLoginItemSync({
    initial: core.settings.read(),
    apply,
    onFailure: (error) => core.log.error('login-item.failed', { error }),
  });
  core.listen(({ event, payload }) => {
    if (event === 'settings.changed') sync(payload);
  });
}

async function apply(startsAtLogin: boolean): Promise<void> {
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: startsAtLogin, ...windowsLoginItem() });
  // an AppImage is started by its own path, not by that of the unpacked program
  const executable = ownAppImage(process.env, process.execPath) ?? app.getPath('exe');
  await writeAutostartEntry(path.join(app.getPath('appData'), 'autostart'), executable, startsAtLogin);
}

/** Returns the login item for Windows. A portable program is started by the file it unpacks itself from. */
function windowsLoginItem(): Pick<Settings, 'args' | 'path'> {
  const portable = process.env['PORTABLE_EXECUTABLE_FILE'];
  return { args: [hiddenFlag], ...(portable === undefined ? {} : { path: portable }) };
}

interface DesktopOptions {
  readonly core: Core;
  readonly trayImages: string;
  readonly now: () => number;
  readonly show: () => void;
}

/** Connects the program to the desktop: power events, login item, notifications and tray. */
export function integrateWithDesktop({ core, trayImages, now, show }: DesktopOptions): void {
  watchPower(core);
  keepAwake(core.listen, powerSaveBlocker);
  syncLoginItem(core);
  showNotifications(core, now, show);
  const closeTray = openTray({ core, imageFolder: trayImages, show, quit: () => app.quit() });
  app.once('will-quit', closeTray);
}

/** Reports sleep and wake to the core, because connections may be dead afterwards without a sign. */
function watchPower(core: Core): void {
  powerMonitor.on('suspend', () => core.log.info('power.suspend'));
  powerMonitor.on('resume', () => {
    core.log.info('power.resume');
    core.networkMayHaveChanged(shellText.networkChanges.wake);
  });
  powerMonitor.on('unlock-screen', () => core.networkMayHaveChanged(shellText.networkChanges.unlock));
}

function showNotifications(core: Core, now: () => number, show: () => void): void {
  const shown = new Set<Notification>(); // a garbage-collected notification would lose its click handler
  watchNotifications(core, now, (content) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification(content);
    shown.add(notification);
    notification.once('close', () => shown.delete(notification));
    notification.once('click', () => {
      shown.delete(notification);
      show();
    });
    notification.show();
  });
}
