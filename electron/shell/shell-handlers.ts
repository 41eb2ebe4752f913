import type { BrowserWindow } from 'electron';
import type { Handlers, ShellRoute } from '../contract/routes.ts';
import type { CallContext, Core } from '../core/create-core.ts';
import { allowToolHost, approveTool, approveToolServer, type Asking } from './approval/approve-command.ts';
import { createElectronDialogs } from './dialogs/electron-dialogs.ts';
import { oneAtATime } from './dialogs/one-at-a-time.ts';
import { chooseAuthorities } from './files/authority-files.ts';
import { exportConversations, importConversations, type ConversationFiles } from './files/conversation-files.ts';
import { saveDiagnostics } from './files/diagnostics-file.ts';
import { createPdfPrinter } from './files/pdf-printer.ts';
import { exportPreset, importPreset } from './files/preset-files.ts';
import { exportProfile, importProfile } from './files/profile-files.ts';
import { exportRequests } from './files/request-files.ts';
import { exportTools, importTools } from './files/tool-files.ts';
import { createImageFetcher } from './image/image-fetcher.ts';
import { openLink, showFolder } from './open-outside.ts';
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
export function createShellHandlers({
  core,
  logFolder,
  documentsFolder,
  window,
  gesture,
  refusals,
}: ShellContext): Handlers<ShellRoute, CallContext> {
  const { tools, library, agent, history, profileExchange } = core;
  const dialogs = oneAtATime(createElectronDialogs(window, documentsFolder));
  const asking: Asking = { tools, gesture };
  const conversations: ConversationFiles = {
    history,
    dialogs,
    onProgress: (progress) => core.emit('history.progress', progress),
    onError: (error) => core.log.error('conversations.export-failed', { error }),
    printPdf: createPdfPrinter(),
  };
  const fetchImage = createImageFetcher({ fetchImage: core.fetchImage, gesture });

  return {
    'shell.openLink': ({ url }) => openLink(url, gesture()),
    'shell.showLogs': () => showFolder(logFolder),
    'shell.saveDiagnostics': () => saveDiagnostics(core, dialogs, refusals()),
    'shell.approveTool': ({ id }) => approveTool(asking, id),
    'shell.approveToolServer': ({ id }) => approveToolServer(asking, id),
    'shell.allowToolHost': ({ host, isAllowed }) => allowToolHost(asking, host, isAllowed),
    'shell.exportTools': () => exportTools(tools, dialogs),
    'shell.importTools': () => importTools(tools, dialogs),
    'shell.exportConversations': (wanted, { signal }) => exportConversations(conversations, wanted, signal),
    'shell.importConversations': (_nothing, { signal }) => importConversations(conversations, signal),
    'shell.exportPreset': ({ id }) => exportPreset(library, dialogs, id),
    'shell.importPreset': () => importPreset(library, dialogs),
    'shell.exportProfile': ({ id }) => exportProfile(profileExchange, dialogs, id),
    'shell.importProfile': ({ text }) => importProfile(profileExchange, dialogs, text),
    'shell.exportRequests': ({ format }) => exportRequests(agent, dialogs, format),
    'shell.chooseAuthorities': () => chooseAuthorities(dialogs),
    'shell.fetchImage': ({ url }, { signal }) => fetchImage(url, signal),
  };
}
