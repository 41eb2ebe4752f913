import { pathToFileURL } from 'node:url';
import type { BrowserContext } from 'playwright';
import { failed } from '../../electron/contract/failure.ts';
import type { Handlers, ShellRoute } from '../../electron/contract/routes.ts';
import type { CallContext, Core } from '../../electron/core/create-core.ts';
import { allowToolHost, approveTool, approveToolServer, type Asking } from '../../electron/host/approval/approve-command.ts';
import type { Dialogs } from '../../electron/host/dialogs/dialogs.ts';
import { oneAtATime } from '../../electron/host/dialogs/one-at-a-time.ts';
import { chooseAuthorities } from '../../electron/host/files/authority-files.ts';
import { exportConversations, importConversations, type ConversationFiles } from '../../electron/host/files/conversation-files.ts';
import { saveDiagnostics } from '../../electron/host/files/diagnostics-file.ts';
import { exportPreset, importPreset } from '../../electron/host/files/preset-files.ts';
import { exportProfile, importProfile } from '../../electron/host/files/profile-files.ts';
import { exportRequests } from '../../electron/host/files/request-files.ts';
import { exportTools, importTools } from '../../electron/host/files/tool-files.ts';
import { createImageFetcher } from '../../electron/host/image-fetcher.ts';
import type { UserGesture } from '../../electron/host/user-gesture.ts';
import { createPdfExport } from '../../electron/shell/pdf-export.ts';

export interface ChromiumShellOptions {
  readonly core: Core;
  /** Prints, in place of a window of Electron's. */
  readonly context: BrowserContext;
  readonly dialogs: Dialogs;
  readonly gesture: () => UserGesture;
}

/** The shell's own functions, over dialogs that answer as told; what only a desktop can do says that there is none. */
export function createChromiumShell({ core, context, dialogs, gesture }: ChromiumShellOptions): Handlers<ShellRoute, CallContext> {
  const { tools, library, agent, history, profileExchange } = core;
  const single = oneAtATime(dialogs);
  const asking: Asking = { tools, gesture };
  const conversations: ConversationFiles = {
    history,
    dialogs: single,
    onProgress: (progress) => core.emit('history.progress', progress),
    printPdf: createPdfExport({
      dialogs: single,
      print: (file) => print(context, file),
      onError: (error) => core.log.error('conversations.export-failed', { error }),
    }),
  };
  const fetchImage = createImageFetcher({ fetchImage: core.fetchImage, gesture, agreed: new Set() });
  const withoutDesktop = () => failed('unsupported', 'There is no desktop here.', 'Run this under Electron.');

  return {
    'shell.openLink': withoutDesktop,
    'shell.showLogs': withoutDesktop,
    'shell.saveDiagnostics': () => saveDiagnostics(core, single, {}),
    'shell.approveTool': ({ id }) => approveTool(asking, id),
    'shell.approveToolServer': ({ id }) => approveToolServer(asking, id),
    'shell.allowToolHost': ({ host, isAllowed }) => allowToolHost(asking, host, isAllowed),
    'shell.exportTools': () => exportTools(tools, single),
    'shell.importTools': () => importTools(tools, single),
    'shell.exportConversations': (wanted, { signal }) => exportConversations(conversations, wanted, signal),
    'shell.importConversations': (_nothing, { signal }) => importConversations(conversations, signal),
    'shell.exportPreset': ({ id }) => exportPreset(library, single, id),
    'shell.importPreset': () => importPreset(library, single),
    'shell.exportProfile': ({ id }) => exportProfile(profileExchange, single, id),
    'shell.importProfile': ({ text }) => importProfile(profileExchange, single, text),
    'shell.chooseAuthorities': () => chooseAuthorities(single),
    'shell.exportRequests': ({ format }) => exportRequests(agent, single, format),
    'shell.fetchImage': ({ url }, { signal }) => fetchImage(url, signal),
  };
}

async function print(context: BrowserContext, file: string): Promise<Uint8Array> {
  const page = await context.newPage();
  try {
    await page.goto(pathToFileURL(file).href);
    return await page.pdf();
  } finally {
    await page.close();
  }
}
