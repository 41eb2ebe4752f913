import path from 'node:path';
import { clipboard, Menu, nativeImage, Tray } from 'electron';
import type { LocalApiState } from '../../contract/local-api.ts';
import type { Connection } from '../../contract/connection.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Core } from '../../core/create-core.ts';
import type { RunSummary } from '../../contract/runs.ts';
import { describeRuns } from '../../host/run-notification-policy.ts';
import { notifyFailure } from '../menu.ts';
import { shellText } from '../text.ts';
import { trayTemplate, trayLabel } from './tray-menu.ts';
import { showsWindowOnClick, trayImageName, trayBadge, type TrayBadge } from './tray-badge.ts';

export interface TrayOptions {
  readonly core: Core;
  /** Folder with an image for every badge. */
  readonly imageFolder: string;
  readonly show: () => void;
  readonly quit: () => void;
}

/** Shows a tray icon with the connection state. Returns a function that removes it. */
export function openTray({ core, imageFolder, show, quit }: TrayOptions): () => void {
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
