import type { AppInfo } from '../../contract/app-info.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { routes, type CheckedInput, type CoreRoute, type Handlers, type RouteOutput } from '../../contract/routes.ts';
import { runRoutes } from '../../contract/run-routes.ts';
import type { LocalApi } from '../local-api/local-api.ts';
import type { ClientPrograms } from '../client-programs/client-programs.ts';
import type { Chat } from '../chat/chat.ts';
import {
  listAliases,
  resolveAlias,
  type ConnectionSupervisor,
  type PendingQuestions,
  type SshEnvironment,
} from '../connection/connection.ts';
import { type Secrets, keychainService } from '../credentials/credentials.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { LibraryStore } from '../library/library.ts';
import { putModel, removeEntry, removeModel } from '../llm-client/llm-client.ts';
import type { Notices } from '../notices/notices.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { RunOperations } from '../runs/runs.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { EventBus } from '../shared/event-bus.ts';
import type { Tools } from '../tools/tools.ts';
import { checkConnection } from './check-connection.ts';
import { editCatalog, putCatalogEntry, removeProfile } from './edit-profile.ts';
import path from 'node:path';
import { storageText } from './text.ts';

/** What a handler gets besides its input. */
export interface CallContext {
  /** Aborted when the caller cancels or its window goes away. */
  readonly signal: AbortSignal;
}

type HistoryRoute = Extract<CoreRoute, `history.${string}`>;

/** The history's answers to its routes: `history.NAME` is answered by the operation of that name. */
type HistoryOperations = {
  readonly [R in HistoryRoute as R extends `history.${infer Name}` ? Name : never]: (
    input: CheckedInput<R>,
    context: CallContext,
  ) => Promise<Result<RouteOutput<R>>>;
};

/** The parts of the core that answer routes. */
interface HandlerDependencies {
  readonly app: AppInfo;
  readonly localApi: LocalApi;
  readonly chat: Chat;
  readonly connection: ConnectionSupervisor;
  readonly drafts: Drafts;
  readonly events: EventBus;
  readonly history: HistoryOperations;
  readonly library: LibraryStore;
  readonly notices: Notices;
  readonly profiles: Profiles;
  readonly questions: PendingQuestions;
  readonly readDocument: (
    document: CheckedInput<'documents.readText'>,
    signal: AbortSignal,
  ) => Promise<Result<RouteOutput<'documents.readText'>>>;
  readonly runs: RunOperations;
  readonly secrets: Secrets;
  readonly settings: SettingsStore;
  readonly sshEnvironment: () => Promise<SshEnvironment>;
  readonly programs: ClientPrograms;
  readonly tools: Tools;
}

/** Returns the handler of every route. A route without a handler, and a handler without a route, do not compile. */
export function createHandlers(core: HandlerDependencies): Handlers<CoreRoute, CallContext> {
  const { app, localApi, chat, connection, drafts, library, notices, profiles, questions, secrets, settings, tools } = core;
  const { tokens, tunnel } = connection;
  const handlers = {
    'app.describe': () => ok(app),
    'app.places': () => ok(listStorage(app, secrets.accounts())),
    'settings.read': () => ok(settings.read()),
    'settings.change': settings.change,
    'notices.read': () => ok(notices.read()),
    'notices.dismiss': ({ id }) => {
      notices.dismiss(id);
      return ok(undefined);
    },
    'drafts.read': ({ key }) => ok({ text: drafts.read(key) }),
    'drafts.keep': ({ key, text }) => drafts.keep(key, text),
    'documents.readText': (document, { signal }) => core.readDocument(document, signal),

    'profiles.read': () => ok({ profiles: profiles.list(), activeId: profiles.activeId() }),
    'profiles.add': (draft) => profiles.add(draft),
    'profiles.change': ({ id, change }) => profiles.edit(id, change),
    'profiles.duplicate': ({ id }) => profiles.duplicate(id),
    'profiles.remove': ({ id, withSecrets }, { signal }) => removeProfile(profiles, withSecrets ? secrets : undefined, id, signal),
    'profiles.activate': ({ id }) => profiles.activate(id),
    'profiles.sshAliases': async () => ok(await listAliases(await core.sshEnvironment())),
    'profiles.readSshAlias': async ({ alias }) => resolveAlias(alias, await core.sshEnvironment()),
    'catalog.findEnginePaths': ({ profileId }, { signal }) => connection.findEnginePaths(profileId, signal),
    'catalog.tryImages': async ({ model }, { signal }) => {
      const tried = await connection.tryImages(model, signal);
      return tried.ok ? ok({ seesImages: tried.value }) : tried;
    },
    'catalog.putEntry': ({ profileId, entry, replaces }) => putCatalogEntry(profiles, profileId, entry, replaces),
    'catalog.removeEntry': ({ profileId, segment }) => editCatalog(profiles, profileId, (catalog) => removeEntry(catalog, segment)),
    'catalog.putModel': ({ profileId, segment, model, replaces }) =>
      editCatalog(profiles, profileId, (catalog) => putModel(catalog, segment, model, replaces ?? undefined)),
    'catalog.removeModel': ({ profileId, segment, modelId }) =>
      editCatalog(profiles, profileId, (catalog) => removeModel(catalog, segment, modelId)),

    'connection.read': () => ok(connection.read()),
    'connection.setMode': async ({ mode }) => {
      const set = await profiles.setMode(profiles.activeId() ?? '', mode);
      return set.ok ? ok(undefined) : set;
    },
    'connection.refresh': () => connection.refresh(),
    'connectionCheck.run': ({ mode }, { signal }) => checkConnection(connection, profiles, core.events, mode, signal),
    'token.status': ({ profileId }, { signal }) => tokens.status(profileId, signal),
    'token.set': (token, { signal }) => tokens.set(token, signal),
    'token.forget': ({ profileId }, { signal }) => tokens.forget(profileId, signal),
    'tunnel.read': () => ok(tunnel.read()),
    'tunnel.reconnect': () => tunnel.reconnect(),
    'tunnel.stop': () => tunnel.stop(),
    'tunnel.confirmNewInstance': ({ fingerprint }) => tunnel.confirmNewInstance(fingerprint),
    'questions.read': () => ok(questions.read()),
    'questions.answer': ({ id, reply }) => questions.answer(id, reply),

    'localApi.read': () => ok(localApi.read()),
    'localApi.change': (change) => localApi.change(change),
    'localApi.createKey': ({ name }) => localApi.createKey(name),
    'localApi.revokeKey': ({ id }) => localApi.revokeKey(id),
    'localApi.requests': () => ok(localApi.requests()),
    'localApi.programs': async ({ model }) => ok(await core.programs.list(model)),
    // the shell sets a program up, after asking outside the page
    'localApi.describeProgramChange': core.programs.describe,
    'localApi.undoProgram': ({ id }) => core.programs.undo(id),
    'localApi.checkProgram': (choice, { signal }) => core.programs.check(choice, signal),
    'localApi.recordBodies': ({ minutes }) => {
      localApi.recordBodies(minutes);
      return ok(undefined);
    },

    'chat.send': chat.send,
    'notebook.continue': chat.complete,
    'notebook.saveText': chat.saveText,
    'notebook.branchAtToken': chat.branchAtToken,
    'chat.templateText': async ({ messageId }, { signal }) => {
      const text = await chat.templateText(messageId, signal);
      return text.ok ? ok({ text: text.value }) : text;
    },
    'chat.regenerate': ({ messageId, model }) => chat.regenerate(messageId, model),
    'chat.continue': ({ messageId }) => chat.continue(messageId),
    'chat.stop': async ({ conversationId }) => ok(await chat.stop(conversationId)),
    'chat.turns': () => ok(chat.turns()),
    'chat.decideCall': ({ messageId, callId, decision }) => chat.decideCall(messageId, callId, decision),
    'chat.editResult': ({ messageId, text }) => chat.editResult(messageId, text),
    'chat.requestCode': async ({ messageId, language }) => {
      const code = await chat.requestCode(messageId, language);
      return code.ok ? ok({ text: code.value }) : code;
    },

    'notebook.score': (request, { signal }) => chat.score(request, signal),
    'notebook.countTokens': ({ model, text }, { signal }) => chat.countTokens(model, text, signal),

    // none of these approves a program: the shell does, outside the page
    'tools.read': () => ok(tools.read()),
    'tools.put': ({ id, tool }) => tools.put(id, tool),
    'tools.remove': ({ id }) => tools.remove(id),
    'tools.putServer': ({ id, server }) => tools.putServer(id, server),
    'tools.removeServer': ({ id }) => tools.removeServer(id),
    'tools.restore': ({ ids }) => tools.restore(ids),
    'tools.allowHost': ({ host, isAllowed }) => tools.allowHost(host, isAllowed),

    'library.read': () => ok(library.read()),
    'library.putPreset': library.putPreset,
    'library.removePreset': ({ id }) => library.removePreset(id),
    'library.putPrompt': library.putPrompt,
    'library.removePrompt': ({ id }) => library.removePrompt(id),
    'library.setFavourite': ({ model, isFavourite }) => library.setFavourite(model, isFavourite),
  } satisfies Partial<Handlers<CoreRoute, CallContext>>;
  return { ...handlers, ...historyHandlers(core.history), ...runHandlers(core.runs) };
}

/** Returns the handlers of the history's routes: its operations, by their names. */
export function historyHandlers(history: HistoryOperations): Pick<Handlers<CoreRoute, CallContext>, HistoryRoute> {
  const prefix = 'history.';
  const names = Object.keys(routes).filter((route) => route.startsWith(prefix));
  // the type of `history` has an operation for each of these routes
  return Object.fromEntries(names.map((route) => [route, history[route.slice(prefix.length) as keyof HistoryOperations]])) as Pick<
    Handlers<CoreRoute, CallContext>,
    HistoryRoute
  >;
}

type RunRoute = Extract<CoreRoute, `runs.${string}`>;

/** Returns the handlers of the routes of runs: its operations, by their names. */
function runHandlers(runs: RunOperations): Pick<Handlers<CoreRoute, CallContext>, RunRoute> {
  const names = Object.keys(runRoutes);
  // the type of `runs` has an operation for each of these routes
  return Object.fromEntries(names.map((route) => [route, runs[route.slice('runs.'.length) as keyof RunOperations]])) as Pick<
    Handlers<CoreRoute, CallContext>,
    RunRoute
  >;
}

interface StorageLocation {
  readonly what: string;
  readonly where: string;
}

/** Returns every location that stores the user's data, so that the user can back it up, move it or delete it. */
function listStorage({ folders: { data, logs }, platform }: AppInfo, accounts: readonly string[]): readonly StorageLocation[] {
  const file = (what: string, name: string): StorageLocation => ({ what, where: path.join(data, name) });
  return [
    file(storageText.settings, 'settings.json'),
    file(storageText.profiles, 'profiles.json'),
    file(storageText.authorities, 'authorities'),
    file(storageText.secretIndex, 'secrets.json'),
    file(storageText.hostKeys, 'known_hosts'),
    file(storageText.imageSupport, 'image-support.json'),
    file(storageText.conversations, 'history.db'),
    file(storageText.runs, 'runs.db'),
    file(storageText.drafts, 'drafts.json'),
    file(storageText.draftFiles, 'draft-files.json'),
    file(storageText.library, 'library.json'),
    file(storageText.tools, 'tools.json'),
    file(storageText.localApi, 'local-api.json'),
    file(storageText.programs, 'client-programs.json'),
    file(storageText.window, 'window.json'),
    { what: storageText.logs, where: logs },
    { what: storageText.caches, where: data },
    ...accounts.map((account) => ({ what: storageText.secret, where: `${keychainApp(platform)}: ${keychainService} → ${account}` })),
  ];
}

function keychainApp(platform: string): string {
  const { darwin, win32, other } = storageText.keychainApps;
  if (platform === 'darwin') return darwin;
  return platform === 'win32' ? win32 : other;
}
