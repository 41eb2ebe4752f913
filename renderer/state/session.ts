import { createContext, useContext } from 'react';
import type { AppInfo, Notice } from '../../electron/contract/app-info.ts';
import { ok, type Result, type Failure } from '../../electron/contract/failure.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { Library } from '../../electron/contract/library.ts';
import type { Settings, SettingsChange } from '../../electron/contract/settings.ts';
import type { Toolbox } from '../../electron/contract/tool.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import type { Toaster } from '../ui/toaster.tsx';
import { createLiveQuery } from './query.ts';
import { createStreamingAnswers } from './streaming-answer.ts';
import { type Store, createStore } from './store.ts';
import { createOpenLink } from './open-link.ts';
import { sharedText } from '../shared/text.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';

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
  return ok(createSession(bridge, toaster, changed ?? settings.value, info.value));
}

/** State and services shared by all screens. */
export type Session = ReturnType<typeof createSession>;

function createSession(bridge: TypedBridge, toaster: Toaster, initialSettings: Settings, info: AppInfo) {
  const { call, on } = bridge;
  const report = createReport(toaster);
  const attempt = createAttempt(report);
  const settings = createSettingsStore(bridge, initialSettings);
  return {
    bridge,
    info,
    /** Whether the user's keyboard is a Mac's. A browser may run on another computer than the program. */
    isMac: info.shell === 'desktop' ? info.platform === 'darwin' : /mac|iphone|ipad/iu.test(navigator.platform),
    settings,
    /** The connection to the active service. */
    connection: createConnectionStore(bridge),
    notices: createNoticesStore(bridge, attempt),
    /** The turns in progress in all conversations. */
    turns: createLiveQuery<readonly Turn[]>(
      () => call('chat.turns'),
      (listener) => on('chat.turns', listener),
    ),
    streamingAnswers: createStreamingAnswers(bridge, () => performance.now()),
    library: createLiveQuery<Library>(
      () => call('library.read'),
      (listener) => on('library.changed', listener),
    ),
    toolbox: createLiveQuery<Toolbox>(
      () => call('tools.read'),
      (listener) => on('tools.changed', listener),
    ),
    toaster,
    report,
    attempt,
    openLink: createOpenLink(call, info.shell),
    /** Changes settings and reports a failure. */
    changeSettings: async (change: SettingsChange) => {
      await attempt(settings.change(change));
    },
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

export const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session. Throws outside a `SessionContext`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession is called outside of a SessionContext');
  return session;
}

const startingConnection: Connection = { state: 'starting' };

/** Creates the store of the active connection and starts reading. Its state is `starting` until then. */
export function createConnectionStore({ call, on }: TypedBridge): Store<Connection> {
  const query = createLiveQuery<Connection>(
    async () => {
      const result = await call('connection.read');
      return result.ok ? result : ok({ state: 'failed', chosen: null, failure: result.failure });
    },
    (listener) => on('connection.changed', listener),
  );
  return { read: () => query.read().value ?? startingConnection, subscribe: query.subscribe };
}

/** Creates the store of the user's settings. A change is shown at once and reverted if saving it fails. */
export function createSettingsStore({ call, on }: TypedBridge, initial: Settings) {
  let confirmed = initial;
  // Changes that are shown but not confirmed yet. They are applied over `confirmed`, so that an older event can't undo a newer click.
  let pending: readonly SettingsChange[] = [];
  const shown = createStore(initial);
  const show = () => shown.write(Object.assign({ ...confirmed }, ...pending) as Settings);

  on('settings.changed', (settings) => {
    confirmed = settings;
    show();
  });

  return {
    read: shown.read,
    subscribe: shown.subscribe,
    change: async (change: SettingsChange): Promise<Result<Settings>> => {
      pending = [...pending, change];
      show();
      const result = await call('settings.change', change);
      pending = pending.filter((other) => other !== change);
      if (result.ok) confirmed = result.value;
      show();
      return result;
    },
  };
}

const noNotices: readonly Notice[] = [];

/** Creates the store of the notices. A dismissed one disappears at once and returns if dismissing it failed. */
export function createNoticesStore({ call, on }: TypedBridge, attempt: ReportOnFailure) {
  const query = createLiveQuery<readonly Notice[]>(
    () => attempt(call('notices.read')),
    (listener) => on('notices.changed', listener),
  );
  return {
    read: () => query.read().value ?? noNotices,
    subscribe: query.subscribe,
    dismiss: async (dismissed: Notice) => {
      const others = (notices: readonly Notice[]) => notices.filter(({ id }) => id !== dismissed.id);
      query.change(others);
      const result = await attempt(call('notices.dismiss', { id: dismissed.id }));
      if (!result.ok) query.change((notices) => [...others(notices), dismissed]);
    },
  };
}

/** Shows a failure that has no place of its own on the screen. */
export type Report = (failure: Failure) => void;

/** Reports failures as toasts, except those the user caused by cancelling. */
export function createReport(toaster: Toaster): Report {
  return (failure) => {
    if (failure.code === 'cancelled') return;
    const { message, remedy } = describeFailure(failure);
    toaster.show({ tone: 'error', title: message, description: remedy });
  };
}

/** Waits for a result and reports it if it is a failure. */
export type ReportOnFailure = <T>(pending: Promise<Result<T>>) => Promise<Result<T>>;

export function createAttempt(report: Report): ReportOnFailure {
  return async (pending) => {
    const result = await pending;
    if (!result.ok) report(result.failure);
    return result;
  };
}
