import path from 'node:path';
import type { AppInfo } from '../contract/app-info.ts';
import type { EventMessage } from '../contract/events.ts';
import { failed, ok, type Result } from '../contract/failure.ts';
import type { Profile, Service } from '../contract/profile.ts';
import type { CoreRoute, Handlers } from '../contract/routes.ts';
import { createAgent, type Agent } from './agent/agent.ts';
import { agentHandlers } from './handlers/agent-handlers.ts';
import { toolsHandlers } from './handlers/tools-handlers.ts';
import { appHandlers } from './handlers/app-handlers.ts';
import { diagnosisHandlers } from './handlers/diagnosis-handlers.ts';
import { connectionHandlers } from './handlers/connection-handlers.ts';
import { profilesHandlers } from './handlers/profiles-handlers.ts';
import {
  createConnectionLog,
  createPermit,
  createProfileExchange,
  createQuestionBoard,
  keepConnection,
  loginSurroundings,
  type ConnectionKeeper,
  type ProfileExchange,
} from './connection/connection.ts';
import { announceSecrets, createKeytarVault, createSecrets, openSecretLedger, type Vault } from './credentials/vault.ts';
import { bundleDiagnostics } from './diagnostics/diagnostics.ts';
import { openDrafts } from './drafts/drafts.ts';
import { createChat } from './chat/chat.ts';
import { chatHandlers } from './handlers/chat-handlers.ts';
import { libraryHandlers } from './handlers/library-handlers.ts';
import { openLibrary, type LibraryStore } from './library/library.ts';
import { historyHandlers } from './handlers/history-handlers.ts';
import { openHistory, type History } from './history/history.ts';
import { documentNotice } from './notices/document-notice.ts';
import { createNotices, type Notices } from './notices/notices.ts';
import { openProfiles, type Profiles } from './profiles/profiles.ts';
import { createPublicWeb, type PublicWeb } from './public-web/public-web.ts';
import { parseBaseUrl } from './service/service.ts';
import { openSettings, type SettingsStore } from './settings/settings.ts';
import { openWindowPlace, type WindowPlace } from './settings/window-place.ts';
import type { Clock } from './support/clock.ts';
import { createDisposer } from './support/disposer.ts';
import { createEventBus, type EventBus } from './support/event-bus.ts';
import { openLog, type Log } from './support/log.ts';
import { patienceOf } from './support/patience.ts';
import { createRedactor } from './support/redactor.ts';
import type { StoredDocument } from './support/stored-document.ts';
import { openTools, type Tools } from './tools/tools.ts';
import { createHostKeys, createNetworkWatch, listAliases, systemTimers, type Surroundings, type WatchNetwork } from './tunnel/tunnel.ts';

export { systemClock } from './support/clock.ts';
export { createKeytarVault as keychain } from './credentials/vault.ts';
export type { Vault } from './credentials/vault.ts';
export { readProfileFile } from './profiles/profiles.ts';
export type { WindowPlace };

export interface CoreOptions {
  readonly app: AppInfo;
  readonly clock: Clock;
  /** Left out: the system's keychain. */
  readonly vault?: Vault;
  /** Left out: that of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The ssh config and what it may refer to. Left out: this user's, with what their login shell knows. */
  readonly surroundings?: () => Promise<Surroundings>;
  /** The one profile there is, besides the demo; nothing of it is stored. Left out: those on disk. */
  readonly profile?: Profile;
  /** Our own file of host keys. Left out: in the data folder. */
  readonly knownHosts?: string;
  /** Left out: the interfaces and the clock are looked at every second. */
  readonly network?: WatchNetwork;
  /** Asked once, before the first connection of a stand-in runtime to anything but the demo. Left out: it is refused. */
  readonly confirmUnofficial?: () => Promise<boolean>;
}

/** What a handler gets besides its input. */
export interface CallContext {
  /** Aborted when the caller cancels or its window goes away. */
  readonly signal: AbortSignal;
}

/** The product without a window. */
export interface Core {
  readonly handlers: Handlers<CoreRoute, CallContext>;
  readonly log: Log;
  readonly notices: Notices;
  readonly settings: SettingsStore;
  readonly windowPlace: StoredDocument<WindowPlace>;
  readonly tools: Tools;
  readonly agent: Agent;
  readonly history: History;
  readonly library: LibraryStore;
  /** An image of an answer, once the user has agreed to fetch it. */
  readonly fetchImage: PublicWeb['image'];
  readonly profiles: Profiles;
  /** Profiles as files; the shell shows the dialogs and asks for consent. */
  readonly profileExchange: ProfileExchange;
  /** The computer woke up or the network changed, as the desktop tells. */
  readonly networkMayHaveChanged: (cause: string) => void;
  readonly emit: EventBus['emit'];
  readonly listen: (listener: (message: EventMessage) => void) => () => void;
  readonly bundleDiagnostics: (refusals: Readonly<Record<string, number>>) => Promise<Uint8Array>;
  readonly dispose: () => Promise<void>;
}

/** Builds the product from its parts; the only place that joins them. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const { app, clock, vault = createKeytarVault(), environment = process.env } = options;
  const redactor = createRedactor();
  const log = openLog({ folder: app.folders.logs, clock, redactor });
  const disposer = createDisposer((error) => log.error('core.dispose-failed', { error }));
  disposer.add(log.close);

  const events = createEventBus();
  const notices = createNotices(events);
  const { data, logs } = app.folders;
  let connection: ConnectionKeeper | undefined;
  const [settings, drafts, windowPlace, ledger, profiles] = await Promise.all([
    openSettings(data, events),
    openDrafts(data),
    openWindowPlace(data),
    openSecretLedger(data),
    openProfiles({
      folder: data,
      ...(options.profile ? { fixed: options.profile } : {}),
      checkService,
      onChange: () => {
        connection?.profilesChanged();
        events.emit('profiles.changed', { profiles: profiles.list(), activeId: profiles.activeId() });
      },
    }),
  ]);
  for (const document of [settings, drafts, windowPlace, ledger, profiles]) disposer.add(document.settled);
  if (settings.trouble) notices.add(documentNotice('The settings', settings.trouble));
  if (drafts.trouble) notices.add(documentNotice('The drafts', drafts.trouble));
  if (profiles.trouble) notices.add(documentNotice('The profiles', profiles.trouble));
  if (ledger.trouble) notices.add(documentNotice('The dates of your secrets', ledger.trouble));

  // opens on its own thread; what is asked of it before waits
  const history = openHistory({
    folder: data,
    clock,
    onChange: (conversations) => events.emit('history.changed', conversations),
    onPurged: (ids) => events.emit('history.purged', ids),
    onTrouble: ({ message, remedy }) => notices.add({ tone: 'error', message, remedy }),
    onBug: (error) => log.error('history.error', { error }),
  });
  disposer.add(history.close);

  const tools = await openTools({
    folder: data,
    clock,
    version: app.version,
    environment,
    redact: (text) => String(redactor.redact(text)),
    onChange: (toolbox) => events.emit('tools.changed', toolbox),
    onLog: log.info,
  });
  disposer.add(tools.close);
  if (tools.trouble) notices.add(documentNotice('The tools', tools.trouble));
  const web = createPublicWeb({ listedHosts: () => [] }); // pictures come from the public web or not at all
  disposer.add(web.dispose);

  const secrets = createSecrets({ keychain: announceSecrets(vault, redactor.learn), ledger, clock });
  const questions = createQuestionBoard({ onChange: (open) => events.emit('questions.changed', open), onSecret: redactor.learn });
  const surroundings = options.surroundings ?? loginSurroundings(environment);
  const agent = await createAgent({
    folder: data,
    clock,
    redactor,
    version: app.version,
    ground: async () => connection?.ground() ?? failed('unexpected', 'Causeway is still starting.', 'Try again in a moment.'),
    onChange: (face) => events.emit('agent.changed', face),
    onRequests: (requests) => events.emit('agent.requests', requests),
    onBug: (error) => log.error('agent.error', { error }),
  });
  if (agent.trouble) notices.add(documentNotice("The agent's settings and keys", agent.trouble));
  const logConnection = createConnectionLog(log.info);
  connection = keepConnection({
    profiles,
    secrets,
    environment,
    surroundings,
    hostKeys: createHostKeys({ ownFile: options.knownHosts ?? path.join(data, 'known_hosts') }),
    ask: questions.ask,
    patience: () => patienceOf(settings.read().connection),
    clock,
    steadyClock: { now: () => performance.now() },
    network: options.network ?? createNetworkWatch({ clock, timers: systemTimers }),
    permit: createPermit(app.isOfficialRuntime, options.confirmUnofficial),
    isOurAgent: agent.isOurs,
    startDemo: async () => {
      // loaded after the window is on its way: it is half of the program's code
      const { startDemo } = await import('./demo/demo.ts');
      return startDemo({ onError: (error) => log.error('demo.error', { error }) });
    },
    onSecret: redactor.learn,
    onChange: (next) => {
      events.emit('connection.changed', next);
      logConnection(next);
      if (next.state !== 'starting') void agent.follow();
    },
    onBug: (error) => log.error('demo.start-failed', { error }),
  });
  disposer.add(connection.close);
  disposer.add(() => agent.close());
  const library = await openLibrary(data, events);
  disposer.add(library.settled);
  if (library.trouble) notices.add(documentNotice('The presets and prompts', library.trouble));
  const chat = createChat({
    reach: connection.reach,
    addresses: () => {
      const profile = profiles.active();
      return profile
        ? parseBaseUrl(profile.service.baseUrl)
        : failed('invalid-input', 'No service is chosen.', 'Choose one on the Connection screen.');
    },
    history,
    tools,
    emit: events.emit,
    makesTitles: () => settings.read().chat.makesTitles,
    onBug: (error) => log.error('chat.error', { error }),
  });
  disposer.add(chat.close); // first of all to end: what came is kept while all else is still there
  log.info('core.ready', { version: app.version, electron: app.electron, platform: app.platform });

  return {
    log,
    notices,
    history,
    library,
    settings,
    windowPlace,
    tools,
    agent,
    fetchImage: web.image,
    profiles,
    profileExchange: createProfileExchange(profiles, data),
    networkMayHaveChanged: connection.suspect,
    emit: events.emit,
    listen: events.listen,
    bundleDiagnostics: (refusals) => bundleDiagnostics({ app, settings: settings.read(), refusals }, logs, redactor),
    dispose: disposer.dispose,
    handlers: {
      ...appHandlers(app, secrets),
      ...profilesHandlers(profiles, secrets, async () => listAliases(await surroundings())),
      ...connectionHandlers(connection, profiles, questions),
      'settings.read': () => ok(settings.read()),
      'settings.change': (change) => settings.change(change),
      'notices.read': () => ok(notices.read()),
      'notices.dismiss': ({ id }) => {
        notices.dismiss(id);
        return ok(undefined);
      },
      'drafts.read': ({ key }) => ok({ text: drafts.read(key) }),
      'drafts.keep': ({ key, text }) => drafts.keep(key, text),
      ...diagnosisHandlers(connection, profiles, events),
      ...agentHandlers(agent),
      ...historyHandlers(history),
      ...chatHandlers(chat),
      ...toolsHandlers(tools),
      ...libraryHandlers(library),
    },
  };
}

/** The profiles a window has kept in its data folder, for those who only want to read them. */
export async function readStoredProfiles(
  folder: string,
): Promise<{ readonly profiles: readonly Profile[]; readonly activeId: string | null }> {
  const profiles = await openProfiles({ folder, checkService });
  return { profiles: profiles.list(), activeId: profiles.activeId() };
}

/** A service as it is to be kept: with its base URL written in one way. */
function checkService(service: Service): Result<Service> {
  const addresses = parseBaseUrl(service.baseUrl);
  return addresses.ok ? ok({ ...service, baseUrl: addresses.value.baseUrl }) : addresses;
}
