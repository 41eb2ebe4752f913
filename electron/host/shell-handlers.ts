import { type Result, ok } from '../contract/failure.ts';
import type { Handlers, ShellRoute } from '../contract/routes.ts';
import type { CallContext, Core } from '../core/create-core.ts';
import { setUpProgram } from './set-up-program.ts';
import { oneAtATime, type Approve, type Dialogs, canShow, createApproval, escapeHiddenCharacters, type DialogQuestion } from './dialogs.ts';
import { chooseAuthorities, exportProfile, importProfile, readProfile } from './files/profile-files.ts';
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
import { chooseRunTable, exportRun, openRunRecipe } from './files/run-files.ts';
import { fail } from '../contract/failures/fail.ts';
import type { Toolbox } from '../contract/tool.ts';
import { hostText } from './text.ts';

interface ToolApprovalOptions {
  readonly tools: Pick<Core['tools'], 'read' | 'describeForApproval' | 'approve' | 'describeServerForApproval' | 'approveServer'>;
  /** Asks outside the page. */
  readonly approve: Approve;
}

/** Asks outside the page whether programs may be started. An approval is bound to the hash of the command shown. */
export function createToolApproval({ tools, approve }: ToolApprovalOptions) {
  const ask = (question: DialogQuestion, signal: AbortSignal, act: () => Promise<Result<Toolbox>>): Promise<Result<Toolbox>> =>
    approve(question, signal, act, tools.read);

  return {
    /** Asks whether models may run a tool's command. */
    approveTool: async (id: string, signal: AbortSignal): Promise<Result<Toolbox>> => {
      const request = tools.describeForApproval(id);
      if (!request.ok) return request;
      const { name, argv, placeholders, hash } = request.value;
      const lines = formatArguments(argv);
      if (!lines.ok) return lines;
      const { message, detail, yes } = hostText.approveTool;
      const question = { message: message(escapeHiddenCharacters(name)), detail: detail(lines.value, placeholders), yes };
      return ask(question, signal, () => tools.approve(id, hash));
    },
    /** Asks whether a tool server may be started. */
    approveServer: async (id: string, signal: AbortSignal): Promise<Result<Toolbox>> => {
      const request = tools.describeServerForApproval(id);
      if (!request.ok) return request;
      const { name, argv, hash } = request.value;
      const lines = formatArguments(argv);
      if (!lines.ok) return lines;
      const { message, detail, yes } = hostText.approveServer;
      const question = { message: message(escapeHiddenCharacters(name)), detail: detail(lines.value), yes };
      return ask(question, signal, () => tools.approveServer(id, hash));
    },
  };
}

/** Formats a command for a dialog, one argument per line. Fails if it is too long to show, because hidden parts can't be approved. */
export function formatArguments(argv: readonly string[]): Result<string> {
  const lines = argv.map((argument, index) => `${index + 1}.  ${quoteIfPadded(escapeHiddenCharacters(argument))}`);
  return canShow(lines) ? ok(lines.join('\n')) : fail('tool-command-too-long');
}

/** Quotes an argument whose ends would be invisible. */
function quoteIfPadded(argument: string): string {
  return argument === '' || argument.startsWith(' ') || argument.endsWith(' ') ? `"${argument}"` : argument;
}

/** Accepts URLs that may be opened externally: https without credentials, or mailto with an address only. */
export function parseExternalLink(text: string): Result<string> {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  // a query could fill in the message or attach a file
  if (address?.protocol === 'mailto:' && /^mailto:[\w.+-]+@[\w.-]+$/.test(address.href)) return ok(address.href);
  if (!address || address.protocol !== 'https:' || address.username !== '' || address.password !== '') {
    return fail('link-refused');
  }
  return ok(address.href);
}

/** Services that a shell provides to a page. */
interface ShellServices {
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
  const approve = createApproval({ confirm: dialogs.confirm, now });
  const { approveTool, approveServer } = createToolApproval({ tools, approve });
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
    'shell.setUpProgram': (choice, { signal }) => setUpProgram(core.programs, approve, choice, signal),
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
