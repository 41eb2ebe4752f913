import { createContext, useContext } from 'react';
import type { AppInfo } from '../../electron/contract/app-info.ts';
import { ok, type Result } from '../../electron/contract/failure.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { Library } from '../../electron/contract/library.ts';
import type { Settings, SettingsChange } from '../../electron/contract/settings.ts';
import type { Toolbox } from '../../electron/contract/tool.ts';
import type { TypedBridge, Call } from '../bridge/bridge.ts';
import type { Toaster } from '../ui/toaster.tsx';
import { createSyncedStore, type SyncedStore, syncValue } from './synced-store.ts';
import { createStreamingAnswers, type StreamingAnswers } from './streaming-answer.ts';
import { type Store, createStore } from './store.ts';
import { createNoticesStore, type NoticesStore } from './notices-store.ts';
import { createOpenLink, type OpenLink } from './open-link.ts';
import { createAttempt, createReport, type ReportOnFailure, type Report } from './report-failure.ts';
import { createSettingsStore, type SettingsStore } from './settings-store.ts';
import { sharedText } from '../shared/text.ts';

/** State and services shared by all screens. */
export interface Session {
  readonly bridge: TypedBridge;
  readonly info: AppInfo;
  /** Whether the user's keyboard is a Mac's. A browser may run on another computer than the program. */
  readonly isMac: boolean;
  readonly settings: SettingsStore;
  /** The connection to the active service. */
  readonly connection: Store<Connection>;
  readonly notices: NoticesStore;
  /** The runs in progress in all conversations. */
  readonly turns: SyncedStore<readonly Turn[]>;
  readonly streamingAnswers: StreamingAnswers;
  readonly library: SyncedStore<Library>;
  readonly toolbox: SyncedStore<Toolbox>;
  readonly toaster: Toaster;
  readonly report: Report;
  readonly attempt: ReportOnFailure;
  readonly support: SupportActions;
  readonly openLink: OpenLink;
  /** Changes settings and reports a failure. */
  readonly changeSettings: (change: SettingsChange) => Promise<void>;
}

/** Reads the settings and the app info, then creates the session. */
export async function openSession(bridge: TypedBridge, toaster: Toaster): Promise<Result<Session>> {
  let changed: Settings | undefined;
  const unsubscribe = bridge.on('settings.changed', (newest) => {
    changed = newest;
  });
  const [settings, info] = await Promise.all([bridge.call('settings.read'), bridge.call('app.describe')]);
  unsubscribe();
  if (!settings.ok) return settings;
  if (!info.ok) return info;
  const report = createReport(toaster);
  const attempt = createAttempt(report);
  const settingsStore = createSettingsStore(bridge, changed ?? settings.value);
  return ok({
    bridge,
    info: info.value,
    isMac: info.value.shell === 'desktop' ? info.value.platform === 'darwin' : /mac|iphone|ipad/iu.test(navigator.platform),
    settings: settingsStore,
    connection: createConnectionStore(bridge),
    notices: createNoticesStore(bridge, report),
    turns: createSyncedStore(
      () => bridge.call('chat.turns'),
      (listener) => bridge.on('chat.turns', listener),
    ),
    streamingAnswers: createStreamingAnswers(bridge, () => performance.now()),
    library: createSyncedStore(
      () => bridge.call('library.read'),
      (listener) => bridge.on('library.changed', listener),
    ),
    toolbox: createSyncedStore(
      () => bridge.call('tools.read'),
      (listener) => bridge.on('tools.changed', listener),
    ),
    toaster,
    report,
    attempt,
    support: createSupportActions(bridge.call, toaster, attempt),
    openLink: createOpenLink(bridge.call, info.value.shell),
    changeSettings: async (change) => {
      await attempt(settingsStore.change(change));
    },
  });
}

export const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session. Throws outside a `SessionContext`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession is called outside of a SessionContext');
  return session;
}

/** Creates the store of the active connection and starts reading. Its state is `starting` until then. */
export function createConnectionStore({ call, on }: TypedBridge): Store<Connection> {
  const store = createStore<Connection>({ state: 'starting' });
  syncValue(
    () => call('connection.read'),
    (listener) => on('connection.changed', listener),
    store.write,
    (failure) => {
      store.write({ state: 'failed', chosen: null, failure });
    },
  );
  return { read: store.read, subscribe: store.subscribe };
}

/** Actions that help to report a problem with the program. */
export interface SupportActions {
  readonly showLogs: () => Promise<void>;
  readonly saveDiagnostics: () => Promise<void>;
}

function createSupportActions(call: Call, toaster: Toaster, attempt: ReportOnFailure): SupportActions {
  return {
    showLogs: async () => {
      await attempt(call('shell.showLogs'));
    },
    saveDiagnostics: async () => {
      const result = await attempt(call('shell.saveDiagnostics'));
      if (result.ok && result.value.file !== null) {
        toaster.show({ title: sharedText.supportBundleSaved, description: result.value.file });
      }
    },
  };
}
