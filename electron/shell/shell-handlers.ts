import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dialog, shell, type BrowserWindow } from 'electron';
import { failed, ok, type Result } from '../contract/failure.ts';
import type { Handlers, ShellRoute } from '../contract/routes.ts';
import type { CallContext, Core } from '../core/create-core.ts';
import { parseLink } from './link.ts';
import type { UserGesture } from './user-gesture.ts';

export interface ShellContext {
  readonly core: Core;
  readonly logFolder: string;
  readonly documentsFolder: string;
  readonly window: () => BrowserWindow | undefined;
  readonly gesture: () => UserGesture | undefined;
  readonly refusals: () => Readonly<Record<string, number>>;
}

/** Answers the routes that need the desktop. */
export function createShellHandlers(context: ShellContext): Handlers<ShellRoute, CallContext> {
  return {
    'shell.openLink': ({ url }) => openLink(url, context.gesture()),
    'shell.showLogs': () => showLogs(context.logFolder),
    'shell.saveDiagnostics': () => saveDiagnostics(context),
  };
}

/** The one function that hands an address to the system: https only, and only after a click. */
async function openLink(url: string, gesture: UserGesture | undefined): Promise<Result<undefined>> {
  const link = parseLink(url);
  if (!link.ok) return link;
  if (!gesture?.use()) return failed('refused', 'Links open only when you click them.', 'Click the link again.');
  await shell.openExternal(link.value);
  return ok(undefined);
}

async function showLogs(folder: string): Promise<Result<undefined>> {
  const trouble = await shell.openPath(folder);
  return trouble === ''
    ? ok(undefined)
    : failed('storage', `The log folder could not be opened: ${trouble}.`, `Open it yourself: ${folder}`);
}

async function saveDiagnostics({
  core,
  documentsFolder,
  window,
  refusals,
}: ShellContext): Promise<Result<{ readonly file: string | null }>> {
  const defaultPath = path.join(documentsFolder, `causeway-diagnostics-${new Date().toISOString().slice(0, 10)}.zip`);
  const options = { title: 'Save diagnostics bundle', defaultPath, filters: [{ name: 'Zip archive', extensions: ['zip'] }] };
  const parent = window();
  const { canceled, filePath } = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
  if (canceled || filePath === '') return ok({ file: null });
  try {
    await writeFile(filePath, await core.bundleDiagnostics(refusals()));
    return ok({ file: filePath });
  } catch (error) {
    core.log.error('diagnostics.save-failed', { error });
    return failed('storage', `The bundle could not be written to ${filePath}.`, 'Choose another folder.');
  }
}
