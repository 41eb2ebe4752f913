import type { MenuItem, Notification } from 'electron';
import { expect } from 'playwright/test';
import { callRoute } from './app-bridge.ts';
import type { RunningApp } from './app.ts';

/** Records the tray's menu from now on, because a virtual display has no tray. */
export async function watchTray(app: RunningApp): Promise<void> {
  await app.electron.evaluate((electron) => {
    const recorded: { items: readonly MenuItem[] } = { items: [] };
    Object.assign(globalThis, { trayMenu: recorded });
    const setContextMenu = Reflect.get(electron.Tray.prototype, 'setContextMenu');
    electron.Tray.prototype.setContextMenu = function record(menu) {
      recorded.items = menu?.items ?? [];
      setContextMenu.call(this, menu);
    };
  });
  await callRoute(app, 'connection.refresh'); // a change, so that the shell sets the menu again
  await expect.poll(() => trayMenu(app)).not.toEqual([]);
}

export interface TrayLine {
  readonly label: string;
  readonly checked: boolean;
  readonly enabled: boolean;
}

/** Returns the tray's current menu, after `watchTray`. */
export function trayMenu({ electron }: RunningApp): Promise<readonly TrayLine[]> {
  return electron.evaluate(() => {
    const { trayMenu: recorded } = globalThis as unknown as { trayMenu: { items: readonly MenuItem[] } };
    return recorded.items.map(({ label, checked, enabled }) => ({ label, checked, enabled }));
  });
}

/** Chooses an entry of the tray's menu, after `watchTray`. */
export async function clickTray({ electron }: RunningApp, label: string): Promise<void> {
  await electron.evaluate((_electron, wanted) => {
    const { trayMenu: recorded } = globalThis as unknown as { trayMenu: { items: readonly MenuItem[] } };
    const item = recorded.items.find((each) => each.label === wanted);
    if (!item?.enabled) throw new Error(`The tray does not offer “${wanted}”.`);
    setImmediate(() => item.click()); // outside this script, because Quit would end it
  }, label);
}

/** Records notifications from now on instead of showing them. */
export async function watchNotifications({ electron }: RunningApp): Promise<void> {
  await electron.evaluate((all) => {
    const notifications: Notification[] = [];
    Object.assign(globalThis, { notifications });
    all.Notification.isSupported = () => true;
    all.Notification.prototype.show = function record() {
      notifications.push(this);
    };
  });
}

/** Returns the titles of all notifications since `watchNotifications`. */
export function notified({ electron }: RunningApp): Promise<readonly string[]> {
  return electron.evaluate(() => (globalThis as unknown as { notifications: Notification[] }).notifications.map(({ title }) => title));
}
