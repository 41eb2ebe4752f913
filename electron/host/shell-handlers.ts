import type { Result } from '../contract/failure.ts';
import type { Handlers, ShellRoute } from '../contract/routes.ts';
import type { CallContext, Core } from '../core/create-core.ts';
import { allowToolHost, approveTool, approveToolServer, type ApprovalDependencies } from './tool-approval.ts';
import { oneAtATime, type Dialogs } from './dialogs.ts';
import { exportConversations, importConversations, type ConversationFileDependencies } from './files/conversation-files.ts';
import {
  saveSupportBundle,
  exportPreset,
  importPreset,
  exportRequests,
  exportScores,
  exportTools,
  importTools,
} from './files/file-actions.ts';
import { exportProfile, importProfile } from './files/profile-files.ts';
import { chooseRunTable, exportRun, openRunRecipe } from './files/run-files.ts';
import type { SavedFile } from './files/chosen-files.ts';
import { createImageFetcher } from './image-fetcher.ts';
import type { UserGesture } from './user-activation.ts';

/** Services that a shell provides to a page. */
export interface ShellServices {
  readonly core: Core;
  readonly dialogs: Dialogs;
  readonly gesture: () => UserGesture | undefined;
  /** Number of rejected requests by reason, for the support bundle. */
  readonly refusals: () => Readonly<Record<string, number>>;
  readonly printPdf: ConversationFileDependencies['printPdf'];
  readonly chooseAuthorities: (dialogs: Dialogs) => Promise<SavedFile>;
  readonly openLink: (url: string) => Promise<Result<undefined>>;
  readonly showLogs: () => Promise<Result<undefined>>;
  /** Hosts whose images the user has approved. */
  readonly imageHosts: Set<string>;
  /** Whether the shell observes the user's clicks itself. */
  readonly observesGestures: boolean;
}

/** Creates the handlers of the `shell.…` routes: files, questions and links. */
export function createShellHandlers(services: ShellServices): Handlers<ShellRoute, CallContext> {
  const { core, gesture, refusals, printPdf, chooseAuthorities, openLink, showLogs, imageHosts, observesGestures } = services;
  const { tools, library, localApi, history, profileExchange, runs } = core;
  const dialogs = oneAtATime(services.dialogs);
  const approvals: ApprovalDependencies = { tools, gesture };
  const conversations: ConversationFileDependencies = {
    history,
    dialogs,
    onProgress: (progress) => core.emit('history.progress', progress),
    printPdf,
  };
  const fetchImage = createImageFetcher({
    fetchImage: core.fetchImage,
    gesture,
    approvedHosts: imageHosts,
    observesGestures: observesGestures,
  });

  /** Asks until the request is cancelled. A yes after that counts as a no. */
  const dialogsUntil = (signal: AbortSignal): Dialogs => ({
    ...dialogs,
    confirm: async (question) => (await dialogs.confirm(question, signal)) && !signal.aborted,
  });
  const confirmAddress = (signal: AbortSignal) => (observesGestures ? undefined : async (action: string) => gesture()?.use(action, signal));

  return {
    'shell.openLink': ({ url }) => openLink(url),
    'shell.showLogs': showLogs,
    'shell.saveDiagnostics': () => saveSupportBundle(core, dialogs, refusals()),
    'shell.approveTool': ({ id }, { signal }) => approveTool(approvals, id, signal),
    'shell.approveToolServer': ({ id }, { signal }) => approveToolServer(approvals, id, signal),
    'shell.allowToolHost': ({ host, isAllowed }, { signal }) => allowToolHost(approvals, host, isAllowed, signal),
    'shell.exportTools': () => exportTools(tools, dialogs),
    'shell.importTools': () => importTools(tools, dialogs),
    'shell.exportConversations': (wanted, { signal }) => exportConversations(conversations, wanted, signal),
    'shell.importConversations': (wanted, { signal }) => importConversations(conversations, wanted, signal),
    'shell.chooseRunTable': () => chooseRunTable(runs, dialogs, observesGestures),
    'shell.openRunRecipe': (_nothing, { signal }) => openRunRecipe(runs, dialogs, signal),
    'shell.exportRun': (wanted, { signal }) => exportRun(runs, dialogs, wanted, signal),
    'shell.exportPreset': ({ id }) => exportPreset(library, dialogs, id),
    'shell.importPreset': () => importPreset(library, dialogs),
    'shell.exportProfile': ({ id }) => exportProfile(profileExchange, dialogs, id),
    'shell.importProfile': ({ text }, { signal }) => importProfile(profileExchange, dialogsUntil(signal), text, confirmAddress(signal)),
    'shell.exportScores': (scores) => exportScores(dialogs, scores),
    'shell.exportRequests': ({ format }) => exportRequests(localApi, dialogs, format),
    'shell.chooseAuthorities': (_nothing, { signal }) => chooseAuthorities(dialogsUntil(signal)),
    'shell.fetchImage': ({ url }, { signal }) => fetchImage(url, signal),
  };
}
