import type { Result } from '../contract/failure.ts';
import type { Handlers, ShellRoute } from '../contract/routes.ts';
import type { CallContext, Core } from '../core/create-core.ts';
import { oneAtATime, type Dialogs } from './dialogs.ts';
import { chooseAuthorities } from './files/authority-files.ts';
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
import { exportProfile, importProfile, readProfile } from './files/profile-files.ts';
import { chooseRunTable, exportRun, openRunRecipe } from './files/run-files.ts';
import { createToolApproval } from './tool-approval.ts';

/** Services that a shell provides to a page. */
export interface ShellServices {
  readonly core: Core;
  readonly dialogs: Dialogs;
  readonly now: () => number;
  /** Number of rejected requests by reason, for the support bundle. */
  readonly refusals: () => Readonly<Record<string, number>>;
  readonly printPdf: ConversationFileDependencies['printPdf'];
  readonly openLink: (url: string) => Promise<Result<undefined>>;
  readonly showLogs: () => Promise<Result<undefined>>;
}

/** Creates the handlers of the `shell.…` routes: files, questions and links. */
export function createShellHandlers(services: ShellServices): Handlers<ShellRoute, CallContext> {
  const { core, now, refusals, printPdf, openLink, showLogs } = services;
  const { tools, library, localApi, history, profileExchange, runs } = core;
  const dialogs = oneAtATime(services.dialogs);
  const { approveTool, approveServer } = createToolApproval({ tools, confirm: dialogs.confirm, now });
  const conversations: ConversationFileDependencies = {
    history,
    dialogs,
    onProgress: (progress) => core.emit('history.progress', progress),
    printPdf,
  };

  return {
    'shell.openLink': ({ url }) => openLink(url),
    'shell.showLogs': showLogs,
    'shell.saveDiagnostics': () => saveSupportBundle(core, dialogs, refusals()),
    'shell.approveTool': ({ id }, { signal }) => approveTool(id, signal),
    'shell.approveToolServer': ({ id }, { signal }) => approveServer(id, signal),
    'shell.exportTools': () => exportTools(tools, dialogs),
    'shell.importTools': () => importTools(tools, dialogs),
    'shell.exportConversations': (wanted, { signal }) => exportConversations(conversations, wanted, signal),
    'shell.importConversations': (wanted, { signal }) => importConversations(conversations, wanted, signal),
    'shell.chooseRunTable': () => chooseRunTable(runs, dialogs),
    'shell.openRunRecipe': (_nothing, { signal }) => openRunRecipe(runs, dialogs, signal),
    'shell.exportRun': (wanted, { signal }) => exportRun(runs, dialogs, wanted, signal),
    'shell.exportPreset': ({ id }) => exportPreset(library, dialogs, id),
    'shell.importPreset': () => importPreset(library, dialogs),
    'shell.exportProfile': ({ id }) => exportProfile(profileExchange, dialogs, id),
    'shell.readProfile': ({ text }) => readProfile(profileExchange, dialogs, text),
    'shell.importProfile': ({ text }) => importProfile(profileExchange, text),
    'shell.exportScores': (scores) => exportScores(dialogs, scores),
    'shell.exportRequests': ({ format }) => exportRequests(localApi, dialogs, format),
    'shell.chooseAuthorities': () => chooseAuthorities(profileExchange, dialogs),
    'shell.fetchImage': ({ url }, { signal }) => core.fetchImage(url, signal),
  };
}
