import path from 'node:path';
import { dialog, type BrowserWindow, type FileFilter, app } from 'electron';
import { ok } from '../contract/failure.ts';
import type { Dialogs, FileKind } from '../host/dialogs.ts';
import { shellText } from './text.ts';
import type { Core } from '../core/create-core.ts';
import { isRuntimeAccepted } from './desktop/start-at-login.ts';

/** Warns the user if the installed program runs without Chromium's sandbox. An AppImage does so where it may create no namespace. */
export function warnWithoutSandbox(core: Core): void {
  const isRoot = process.getuid?.() === 0; // Chromium has no sandbox for root
  if (!app.isPackaged || isRoot || !app.commandLine.hasSwitch('no-sandbox')) return;
  core.log.warn('app.no-sandbox');
  core.notices.add({ tone: 'warning', ...shellText.noSandbox });
}

/** Asks before an unofficial Electron build connects to anything but the demo. */
export async function confirmDevRuntime(): Promise<boolean> {
  if (isRuntimeAccepted(process.argv, app.isPackaged)) return true;
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: shellText.devRuntime.message,
    detail: shellText.devRuntime.detail,
    buttons: [shellText.devRuntime.demoOnly, shellText.devRuntime.connect],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}

/** Creates dialogs on top of the window, if there is one. File dialogs start in `folder`. */
export function createElectronDialogs(window: () => BrowserWindow | undefined, folder: string): Dialogs {
  return {
    chooseFileToSave: async (title, suggestedName, kind) => {
      const options = { title, defaultPath: path.join(folder, suggestedName), filters: [filter(kind)] };
      const parent = window();
      const { canceled, filePath } = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
      if (canceled || filePath === '') return null;
      return { path: filePath, deliver: async () => filePath, discard: async () => undefined };
    },
    chooseFileToOpen: async (title, kinds) => {
      const options = { title, defaultPath: folder, filters: kinds.map(filter), properties: ['openFile' as const] };
      const parent = window();
      const { canceled, filePaths } = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
      const [file] = filePaths;
      return ok(canceled || file === undefined ? null : { path: file, name: file, isCopy: false, release: async () => undefined });
    },
    confirm: async ({ message, detail, yes }, signal) => {
      if (signal?.aborted === true) return false;
      const options = {
        type: 'warning' as const,
        message,
        detail,
        buttons: [shellText.cancel, yes],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
        ...(signal ? { signal } : {}), // closes it as Cancel does
      };
      const parent = window();
      const { response } = await (parent ? dialog.showMessageBox(parent, options) : dialog.showMessageBox(options));
      return response === 1;
    },
  };
}

function filter({ name, extensions }: FileKind): FileFilter {
  return { name, extensions: [...extensions] };
}
