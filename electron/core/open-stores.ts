import { ok, type Result } from '../contract/failure.ts';
import type { Service } from '../contract/profile.ts';
import type { CoreOptions, CoreInfrastructure } from './infrastructure.ts';
import { openLearnedImages, type LearnedImages } from './connection/connection.ts';
import { openSecretIndex } from './credentials/credentials.ts';
import { openDrafts, type Drafts } from './drafts/drafts.ts';
import { openHistory, type History } from './history/history.ts';
import { openLibrary, type LibraryStore } from './library/library.ts';
import { openProfiles, type Profiles } from './profiles/profiles.ts';
import { parseBaseUrl } from './llm-client/llm-client.ts';
import { openSettings, openWindowState, type SettingsStore, type WindowState } from './settings/settings.ts';
import type { StoredDocument } from './shared/stored-document.ts';
import { openTools, type Tools } from './tools/tools.ts';

/** What is stored in the data folder. */
export interface Stores {
  readonly settings: SettingsStore;
  readonly windowState: StoredDocument<WindowState>;
  readonly drafts: Drafts;
  readonly profiles: Profiles;
  readonly learnedImages: LearnedImages;
  readonly ledger: Awaited<ReturnType<typeof openSecretIndex>>;
  readonly library: LibraryStore;
  readonly tools: Tools;
  readonly history: History;
}

/** Opens all stores and adds a notice for each damaged file. Calls `onProfiles` before the window is notified. */
export async function openStores(
  infrastructure: CoreInfrastructure,
  { profile, waitsForUse = false }: Pick<CoreOptions, 'profile' | 'waitsForUse'>,
  onProfiles: () => void,
): Promise<Stores> {
  const { app, clock, environment, readLoginShell, redactor, log, events, notices, disposer } = infrastructure;
  const folder = app.folders.data;
  const onInvalid = (problem: object): void => log.error('storage.invalid', { ...problem });
  const [settings, windowPlace, drafts, ledger, profiles, learnedImages, library, tools] = await Promise.all([
    openSettings(folder, events, onInvalid),
    openWindowState(folder, onInvalid),
    openDrafts(folder),
    openSecretIndex(folder, onInvalid),
    openProfiles({
      folder,
      ...(profile ? { fixed: profile } : {}),
      checkService,
      onChange: () => {
        onProfiles();
        events.emit('profiles.changed', { profiles: profiles.list(), activeId: profiles.activeId() });
      },
      onInvalid,
    }),
    openLearnedImages(folder, onInvalid),
    openLibrary(folder, events, onInvalid),
    openTools({
      folder,
      clock,
      version: app.version,
      environment,
      readLoginShell,
      redact: (text) => String(redactor.redact(text)),
      onChange: (toolbox) => events.emit('tools.changed', toolbox),
      onLog: log.info,
    }),
  ]);
  for (const document of [settings, windowPlace, drafts, ledger, profiles, learnedImages, library]) disposer.add(document.settled);
  disposer.add(tools.close);
  notices.addStorageProblem('settings', settings.problem);
  notices.addStorageProblem('drafts', drafts.problem);
  notices.addStorageProblem('profiles', profiles.problem);
  notices.addStorageProblem('secrets', ledger.problem);
  notices.addStorageProblem('library', library.problem);
  notices.addStorageProblem('tools', tools.problem);

  const databaseNotices = notices.listenToDatabase();
  const sweepImages = async (): Promise<void> => {
    const drafted = await drafts.imageHashes();
    if (drafted) await history.sweepImages(drafted);
  };
  // on its own thread; calls wait until it is open
  const history = openHistory({
    folder,
    clock,
    waitsForUse,
    onChange: (conversations) => events.emit('history.changed', conversations),
    onPurged: (ids, messageIds) => {
      void drafts.purge(ids, messageIds).then(sweepImages);
      if (ids.length > 0) events.emit('history.purged', ids);
    },
    ...databaseNotices,
    onOpen: () => {
      databaseNotices.onOpen();
      const isStored = async (id: string): Promise<boolean> => {
        const found = await history.read(id);
        return found.ok || found.failure.reason !== 'conversation-not-found';
      };
      void drafts.purgeUnsent(isStored).then(sweepImages);
    },
    onBug: (error) => log.error('history.error', { error }),
  });
  disposer.add(history.close);
  return { settings, windowState: windowPlace, drafts, profiles, learnedImages, ledger, library, tools, history };
}

/** Returns the service with its base URL normalized. */
function checkService(service: Service): Result<Service> {
  const addresses = parseBaseUrl(service.baseUrl);
  return addresses.ok ? ok({ ...service, baseUrl: addresses.value.baseUrl }) : addresses;
}
