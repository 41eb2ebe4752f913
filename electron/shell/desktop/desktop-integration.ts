import { app } from 'electron';
import type { Core } from '../../core/create-core.ts';
import { followLoginItem } from './login-item.ts';
import { notifyOfTunnel } from './tunnel-notifications.ts';
import { followPower } from './power.ts';
import { openTray } from './tray.ts';

export interface DesktopOptions {
  readonly core: Core;
  readonly trayPictures: string;
  readonly now: () => number;
  readonly show: () => void;
}

/** Everything that makes the program at home on a desktop besides its window. */
export function integrateWithDesktop({ core, trayPictures, now, show }: DesktopOptions): void {
  followPower(core);
  followLoginItem(core);
  notifyOfTunnel(core, now, show);
  const closeTray = openTray({ core, pictures: trayPictures, show, quit: () => app.quit() });
  app.once('will-quit', closeTray);
}
