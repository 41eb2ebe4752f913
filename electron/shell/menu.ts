import { describeFailure } from '../contract/failures/render-failure.ts';
import type { MenuItemConstructorOptions } from 'electron';
import type { WindowCommand } from '../contract/events.ts';
import type { Result } from '../contract/failure.ts';
import type { Core } from '../core/create-core.ts';
import { shellText } from './text.ts';

const text = shellText.menu;

/** Actions of the menu items. */
export interface MenuActions {
  readonly command: (command: WindowCommand) => void;
  readonly showLogs: () => void;
  readonly saveDiagnostics: () => void;
  /** Undefined in builds that can't be updated. */
  readonly installUpdate: (() => void) | undefined;
}

/** Returns the application menu, following the platform's conventions. */
export function menuTemplate(platform: NodeJS.Platform, isPackaged: boolean, actions: MenuActions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const command = (label: string, accelerator: string, what: WindowCommand): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => actions.command(what),
  });
  const newConversation = command(text.newConversation, 'CmdOrCtrl+N', 'new-conversation');
  const settings = command(text.settingsDialog, 'CmdOrCtrl+,', 'go-settings');

  return [
    ...(isMac ? [macAppMenu(settings)] : []),
    {
      role: 'fileMenu',
      submenu: isMac
        ? [newConversation, { type: 'separator' }, { role: 'close' }]
        : [newConversation, { type: 'separator' }, settings, { type: 'separator' }, { role: 'quit' }],
    },
    { role: 'editMenu' },
    {
      label: text.view,
      submenu: [
        command(text.palette, 'CmdOrCtrl+K', 'open-palette'),
        { type: 'separator' },
        command(text.chat, 'CmdOrCtrl+1', 'go-chat'),
        command(text.notebook, 'CmdOrCtrl+2', 'go-notebook'),
        command(text.runs, 'CmdOrCtrl+3', 'go-runs'),
        command(text.library, 'CmdOrCtrl+4', 'go-library'),
        command(text.tools, 'CmdOrCtrl+5', 'go-tools'),
        command(text.connection, 'CmdOrCtrl+6', 'go-connection'),
        command(text.settings, 'CmdOrCtrl+7', 'go-settings'),
        command(text.switchMode, 'CmdOrCtrl+Shift+D', 'switch-mode'),
        command(text.toggleSidebar, 'CmdOrCtrl+B', 'toggle-sidebar'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(isPackaged ? [] : ([{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }] as const)),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        command(text.help, 'F1', 'open-help'),
        { type: 'separator' },
        { label: text.showLogs, click: actions.showLogs },
        { label: text.dataLocations, click: () => actions.command('show-places') },
        { label: text.saveSupportBundle, click: actions.saveDiagnostics },
        ...(actions.installUpdate ? [{ label: text.installUpdate, click: actions.installUpdate }] : []),
        ...(isMac ? [] : ([{ type: 'separator' }, { role: 'about' }] as const)),
      ],
    },
  ];
}

function macAppMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  };
}

/** Shows a failure as a notice, because a menu item has no caller to report it to. */
export async function notifyFailure(core: Pick<Core, 'notices'>, answer: Result<unknown> | Promise<Result<unknown>>): Promise<void> {
  const result = await answer;
  if (!result.ok) core.notices.add({ tone: 'error', ...describeFailure(result.failure) });
}
