import { createContext, useContext } from 'react';
import type { AppInfo } from '../../electron/contract/app-info.ts';
import { ok, type Result } from '../../electron/contract/failure.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Run } from '../../electron/contract/chat-turn.ts';
import type { Library } from '../../electron/contract/library.ts';
import type { SettingsChange } from '../../electron/contract/settings.ts';
import type { Toolbox } from '../../electron/contract/tool.ts';
import type { TypedBridge, Call } from '../bridge/bridge.ts';
import type { Toaster } from '../ui/toaster.tsx';
import { createSyncedStore, type SyncedStore, syncValue } from './synced-store.ts';
import { createStreamingAnswers, type StreamingAnswers } from './streaming-answers.ts';
import { type Store, createStore } from './store.ts';
import { createNoticesStore, type NoticesStore } from './notices-store.ts';
import { createOpenLink, type OpenLink } from './open-link.ts';
import { createAttempt, createReport, type ReportOnFailure, type Report } from './report-failure.ts';
import { createSettingsStore, type SettingsStore } from './settings-store.ts';

/** All that the screens share while the window is open. */
export interface Session {
  readonly bridge: TypedBridge;
  readonly info: AppInfo;
  /** Whether the keyboard is a Mac's; in a browser it is that of another computer than the program's. */
  readonly isMac: boolean;
  readonly settings: SettingsStore;
  /** The service in use. */
  readonly connection: Store<Connection>;
  readonly notices: NoticesStore;
  /** What is being answered, in whichever conversation. */
  readonly runs: SyncedStore<readonly Run[]>;
  /** The answers as they grow. */
  readonly live: StreamingAnswers;
  readonly library: SyncedStore<Library>;
  readonly toolbox: SyncedStore<Toolbox>;
  readonly toaster: Toaster;
  readonly report: Report;
  readonly attempt: ReportOnFailure;
  readonly support: SupportActions;
  readonly openLink: OpenLink;
  /** Changes settings and reports if that failed. */
  readonly changeSettings: (change: SettingsChange) => Promise<void>;
}

/** Reads what the window can't be drawn without, and makes the session from it. */
export async function openSession(bridge: TypedBridge, toaster: Toaster): Promise<Result<Session>> {
  const [settings, info] = await Promise.all([bridge.call('settings.read'), bridge.call('app.describe')]);
  if (!settings.ok) return settings;
  if (!info.ok) return info;
  const report = createReport(toaster);
  const attempt = createAttempt(report);
  const settingsStore = createSettingsStore(bridge, settings.value);
  return ok({
    bridge,
    info: info.value,
    isMac: info.value.shell === 'desktop' ? info.value.platform === 'darwin' : /mac|iphone|ipad/iu.test(navigator.platform),
    settings: settingsStore,
    connection: createConnectionStore(bridge),
    notices: createNoticesStore(bridge, report),
    runs: createSyncedStore(
      () => bridge.call('chat.runs'),
      (listener) => bridge.on('chat.runs', listener),
    ),
    live: createStreamingAnswers(bridge, () => performance.now()),
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

/** Carries the session down the tree. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** The session; only below its provider. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession is called outside of a SessionContext');
  return session;
}

/** Makes the store of the service in use and starts reading; until then it is said to be starting. */
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

/** What the user can do when something is wrong with the program itself. */
export interface SupportActions {
  readonly showLogs: () => Promise<void>;
  readonly saveDiagnostics: () => Promise<void>;
}

/** Makes the actions; each says how it ended, but for a cancelled file dialog, which says nothing. */
function createSupportActions(call: Call, toaster: Toaster, attempt: ReportOnFailure): SupportActions {
  return {
    showLogs: async () => {
      await attempt(call('shell.showLogs'));
    },
    saveDiagnostics: async () => {
      const result = await attempt(call('shell.saveDiagnostics'));
      if (result.ok && result.value.file !== null) {
        toaster.show({ title: 'Diagnostics bundle saved', description: result.value.file });
      }
    },
  };
}
