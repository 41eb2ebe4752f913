import type { EventMessage } from '../contract/events.ts';
import type { CoreRoute, Handlers } from '../contract/routes.ts';
import type { Agent } from './agent/agent.ts';
import { createChat } from './chat/chat.ts';
import { createProfileTransfer, type ConnectionSupervisor, type ProfileTransfer } from './connection/connection.ts';
import { createInfrastructure, type CoreOptions } from './infrastructure.ts';
import { createSupportBundle } from './support-bundle/support-bundle.ts';
import { createHandlers, type CallContext } from './handlers/handlers.ts';
import type { History } from './history/history.ts';
import { createConnectionServices } from './create-connection-services.ts';
import type { LibraryStore } from './library/library.ts';
import type { Notices } from './notices/notices.ts';
import { openStores } from './open-stores.ts';
import { noProfile, type Profiles } from './profiles/profiles.ts';
import { createPublicWeb, type PublicWeb } from './public-web/public-web.ts';
import { parseBaseUrl } from './llm-client/llm-client.ts';
import type { SettingsStore, WindowState } from './settings/settings.ts';
import type { EventBus } from './shared/event-bus.ts';
import type { Log } from './shared/log.ts';
import type { StoredDocument } from './shared/stored-document.ts';
import type { Tools } from './tools/tools.ts';
import { listAliases } from './tunnel/tunnel.ts';

export { replaceLocalKey } from './agent/agent.ts';
export { createKeytarVault as keychain } from './credentials/credentials.ts';
export type { Vault } from './credentials/credentials.ts';
export { parseBaseUrl } from './llm-client/llm-client.ts';
export { completeInstance } from './connection/connection.ts';
export { readOwnProfileFile } from './profiles/profiles.ts';
export { systemSshEnvironment } from './tunnel/tunnel.ts';
export { readStoredProfiles } from './open-stores.ts';
export type { CallContext, CoreOptions, WindowState };

/** The product without a window. */
export interface Core {
  readonly handlers: Handlers<CoreRoute, CallContext>;
  readonly log: Log;
  readonly notices: Notices;
  readonly settings: SettingsStore;
  readonly windowPlace: StoredDocument<WindowState>;
  readonly tools: Tools;
  readonly agent: Agent;
  readonly history: History;
  readonly library: LibraryStore;
  /** An image of an answer, once the user has agreed to fetch it. */
  readonly fetchImage: PublicWeb['image'];
  readonly profiles: Profiles;
  /** Profiles as files; the shell shows the dialogs and asks for consent. */
  readonly profileExchange: ProfileTransfer;
  /** The computer woke up or the network changed, as the desktop tells. */
  readonly networkMayHaveChanged: (cause: string) => void;
  readonly emit: EventBus['emit'];
  readonly listen: (listener: (message: EventMessage) => void) => () => void;
  readonly bundleDiagnostics: (refusals: Readonly<Record<string, number>>) => Promise<Uint8Array>;
  readonly dispose: () => Promise<void>;
}

/** Builds the product from its parts; the only place that joins them. Each stands on those above it, and is closed before them. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const footing = createInfrastructure(options);
  const { app, redactor, log, events, notices, disposer } = footing;

  let connection: ConnectionSupervisor | undefined;
  const stores = await openStores(footing, options, () => connection?.profilesChanged());
  const { settings, windowPlace, drafts, profiles, library, tools, history } = stores;

  const web = createPublicWeb({ listedHosts: () => [] }); // pictures come from the public web or not at all
  disposer.add(web.dispose);

  const joined = await createConnectionServices(footing, stores, options);
  const { agent, secrets, questions, surroundings } = joined;
  connection = joined.connection;

  const chat = createChat({
    reach: connection.reach,
    addresses: () => {
      const profile = profiles.active();
      return profile ? parseBaseUrl(profile.service.baseUrl) : noProfile;
    },
    clock: { now: () => performance.now() },
    history,
    tools,
    emit: events.emit,
    makesTitles: () => settings.read().chat.makesTitles,
    onBug: (error) => log.error('chat.error', { error }),
  });
  disposer.add(chat.close); // what came is kept while all else is still there
  disposer.add(
    events.listen(({ event, payload }) => {
      if (event === 'history.changed') chat.conversationsChanged(payload);
    }),
  );
  log.info('core.ready', { version: app.version, electron: app.electron, platform: app.platform });

  return {
    handlers: createHandlers({
      app,
      agent,
      chat,
      connection,
      drafts,
      events,
      history,
      library,
      notices,
      profiles,
      questions,
      secrets,
      settings,
      sshAliases: async () => listAliases(await surroundings()),
      tools,
    }),
    log,
    notices,
    settings,
    windowPlace,
    tools,
    agent,
    history,
    library,
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
