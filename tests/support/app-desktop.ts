import type { MenuItem, Notification } from 'electron';
import { expect } from 'playwright/test';
import { callRoute } from './app-bridge.ts';
import type { RunningApp } from './app.ts';

/** Keeps what the shell gives the tray from now on: a virtual display has no place to show it. */
export async function watchTray(app: RunningApp): Promise<void> {
  await app.electron.evaluate((electron) => {
    const kept: { items: readonly MenuItem[] } = { items: [] };
    Object.assign(globalThis, { trayMenu: kept });
    const give = Reflect.get(electron.Tray.prototype, 'setContextMenu');
    electron.Tray.prototype.setContextMenu = function keep(menu) {
      kept.items = menu?.items ?? [];
      give.call(this, menu);
    };
  });
  await callRoute(app, 'connection.refresh'); // a change, so that it is drawn again
  await expect.poll(() => trayMenu(app)).not.toEqual([]);
}

/** One line of the tray's menu. */
export interface TrayLine {
  readonly label: string;
  readonly checked: boolean;
  readonly enabled: boolean;
}

/** The tray's menu as it was drawn last; see `watchTray`. */
export function trayMenu({ electron }: RunningApp): Promise<readonly TrayLine[]> {
  return electron.evaluate(() => {
    const { trayMenu: kept } = globalThis as unknown as { trayMenu: { items: readonly MenuItem[] } };
    return kept.items.map(({ label, checked, enabled }) => ({ label, checked, enabled }));
  });
}

/** Chooses from the tray's menu. */
export async function clickTray({ electron }: RunningApp, label: string): Promise<void> {
  await electron.evaluate((_electron, wanted) => {
    const { trayMenu: kept } = globalThis as unknown as { trayMenu: { items: readonly MenuItem[] } };
    const item = kept.items.find((each) => each.label === wanted);
    if (!item?.enabled) throw new Error(`The tray does not offer “${wanted}”.`);
    setImmediate(() => item.click()); // as the desktop does: not from within a script, which it could end
  }, label);
}

/** Keeps notifications from now on, in place of a desktop that would show them. */
export async function watchNotifications({ electron }: RunningApp): Promise<void> {
  await electron.evaluate((all) => {
    const notifications: Notification[] = [];
    Object.assign(globalThis, { notifications });
    all.Notification.isSupported = () => true;
    all.Notification.prototype.show = function keep() {
      notifications.push(this);
    };
  });
}

/** The titles of the notifications so far; see `watchNotifications`. */
export function notified({ electron }: RunningApp): Promise<readonly string[]> {
  return electron.evaluate(() => (globalThis as unknown as { notifications: Notification[] }).notifications.map(({ title }) => title));
}
