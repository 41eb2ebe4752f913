import { homedir } from 'node:os';
import type { Connection } from '../contract/connection.ts';
import type { EventMessage } from '../contract/events.ts';
import type { CoreRoute, Handlers } from '../contract/routes.ts';
import { servedModels, type LocalApi } from './local-api/local-api.ts';
import { createChat } from './chat/chat.ts';
import { createProfileTransfer, type ConnectionSupervisor, type ProfileTransfer } from './connection/connection.ts';
import { createInfrastructure, type CoreOptions } from './infrastructure.ts';
import { createSupportBundle } from './support-bundle/support-bundle.ts';
import { createHandlers, type CallContext } from './handlers/handlers.ts';
import { createClientPrograms, openSetUpRecords, type ClientPrograms } from './client-programs/client-programs.ts';
import type { History } from './history/history.ts';
import { createConnectionServices } from './create-connection-services.ts';
import type { LibraryStore } from './library/library.ts';
import type { Notices } from './notices/notices.ts';
import { openStores } from './open-stores.ts';
import type { Profiles } from './profiles/profiles.ts';
import { createPublicWeb, type PublicWeb } from './public-web/public-web.ts';
import { parseBaseUrl } from './llm-client/llm-client.ts';
import { createAttachmentReader } from './documents/attachment-text.ts';
import { loadRunsOnFirstUse } from './runs/load-runs.ts';
import type { Runs } from './runs/runs.ts';
import type { SettingsStore, WindowState } from './settings/settings.ts';
import type { EventBus } from './shared/event-bus.ts';
import type { Log } from './shared/log.ts';
import type { StoredDocument } from './shared/stored-document.ts';
import type { Tools } from './tools/tools.ts';

export { readLocalApiPorts, replaceLocalKey, revokeLocalKey } from './local-api/local-api.ts';
export { scoresCsv } from './chat/chat.ts';
export { createKeytarVault as keychain } from './credentials/credentials.ts';
export type { Vault } from './credentials/credentials.ts';
export { parseBaseUrl } from './llm-client/llm-client.ts';
export { completeInstance } from './connection/connection.ts';
export { readOwnProfileFile, readStoredProfiles } from './profiles/profiles.ts';
export { systemSshEnvironment } from './tunnel/tunnel.ts';
export type { CallContext, CoreOptions, WindowState };

/** The product without a window. */
export interface Core {
  readonly handlers: Handlers<CoreRoute, CallContext>;
  readonly log: Log;
  readonly notices: Notices;
  readonly settings: SettingsStore;
  readonly windowState: StoredDocument<WindowState>;
  readonly tools: Tools;
  readonly localApi: LocalApi;
  /** Other programs that use the local API. The shell asks before one is set up. */
  readonly programs: ClientPrograms;
  /** Returns the state of the connection without starting it. */
  readonly peekConnection: () => Connection;
  readonly history: History;
  readonly library: LibraryStore;
  readonly runs: Runs;
  /** Fetches an image in an answer, after the user has agreed. */
  readonly fetchImage: PublicWeb['image'];
  readonly profiles: Profiles;
  /** Imports and exports profiles. The shell shows the dialogs and asks for consent. */
  readonly profileExchange: ProfileTransfer;
  /** Call it when the computer wakes up or the network changes. */
  readonly networkMayHaveChanged: (cause: string) => void;
  readonly emit: EventBus['emit'];
  readonly listen: (listener: (message: EventMessage) => void) => () => void;
  readonly bundleDiagnostics: (refusals: Readonly<Record<string, number>>) => Promise<Uint8Array>;
  readonly dispose: () => Promise<void>;
}

/** Composition root. Creates the parts in dependency order; they are disposed in reverse. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const infrastructure = createInfrastructure(options);
  const { app, redactor, log, events, notices, disposer } = infrastructure;

  let connection: ConnectionSupervisor | undefined;
  const stores = await openStores(infrastructure, options, () => connection?.profilesChanged());
  const { settings, windowState, drafts, profiles, library, tools, history } = stores;

  const web = createPublicWeb({ listedHosts: () => [] }); // no private hosts: images come from the public web only
  disposer.add(web.dispose);

  const services = await createConnectionServices(infrastructure, stores, options);
  const { localApi, secrets, questions, sshEnvironment } = services;
  connection = services.connection;

  const chat = createChat({
    reach: connection.getActiveService,
    activeProfile: () => {
      const profile = profiles.active();
      return profile && { id: profile.id, name: profile.service.name };
    },
    clock: { now: () => performance.now() },
    history,
    tools,
    emit: events.emit,
    makesTitles: () => settings.read().chat.makesTitles,
    offersToolsWithImages: () => settings.read().chat.offersToolsWithImages,
    onBug: (error) => log.error('chat.error', { error }),
  });
  // starts once the chat is closed, because programs may take seconds to end; the stores wait for it, and report its failure
  disposer.add(() => void tools.close().catch(() => undefined));
  disposer.add(chat.close); // saves partial answers while the other parts are still open
  disposer.add(
    events.listen(({ event, payload }) => {
      if (event === 'history.changed') chat.conversationsChanged(payload);
    }),
  );
  const runs = loadRunsOnFirstUse({
    folder: app.folders.data,
    version: app.version,
    clock: infrastructure.clock,
    reach: connection.getActiveService,
    findProfile: (id) => {
      const profile = id === null ? profiles.active() : profiles.find(id);
      const addresses = parseBaseUrl(profile?.service.baseUrl ?? '');
      return profile && { id: profile.id, name: profile.service.name, serviceHost: addresses.ok ? addresses.value.host : '' };
    },
    refreshModels: () => services.connection.refresh(false),
    emit: events.emit,
    ...notices.listenToDatabase(),
    onBug: (error) => log.error('runs.error', { error }),
  });
  disposer.add(runs.close); // saves the last results while the connection is still open
  disposer.add(
    events.listen(({ event }) => {
      if (event === 'connection.changed') runs.connectionChanged();
    }),
  );
  const records = await openSetUpRecords(app.folders.data);
  disposer.add(records.settled);
  notices.addStorageProblem('programs', records.problem);
  const programs = createClientPrograms({
    records,
    localApi: { state: () => localApi.read().state, createKey: localApi.createKey, revokeKey: localApi.revokeKey },
    readModels: () => {
      const state = services.connection.read();
      return state.state === 'ready' ? servedModels(state.mode, state.models) : [];
    },
    readFolders: async () => {
      const { environment } = infrastructure;
      const home = environment['HOME'] || homedir();
      return { environment: { ...environment, ...(await infrastructure.readLoginShell()) }, platform: process.platform, home };
    },
    start: { execPath: process.execPath, script: process.argv[1] ?? '', codeFolder: import.meta.dirname },
    dataFolder: app.folders.data === options.launchFolder ? undefined : app.folders.data,
    clock: infrastructure.clock,
  });
  log.info('core.ready', { version: app.version, electron: app.electron, platform: app.platform });

  return {
    handlers: createHandlers({
      app,
      localApi,
      chat,
      connection,
      readDocument: createAttachmentReader({ onBug: (error) => log.error('documents.error', { error }) }),
      drafts,
      events,
      history,
      library,
      notices,
      profiles,
      programs,
      questions,
      runs,
      secrets,
      settings,
      sshEnvironment,
      tools,
    }),
    log,
    notices,
    settings,
    windowState: windowState,
    tools,
    localApi,
    programs,
    peekConnection: connection.peek,
    history,
    library,
    runs,
    fetchImage: web.image,
    profiles,
    profileExchange: createProfileTransfer(profiles, app.folders.data),
    networkMayHaveChanged: connection.suspect,
    emit: events.emit,
    listen: events.listen,
    bundleDiagnostics: (refusals) => createSupportBundle({ app, settings: settings.read(), refusals }, app.folders.logs, redactor),
    dispose: disposer.dispose,
  };
}
