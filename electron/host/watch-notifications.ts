import type { Core } from '../core/create-core.ts';
import { describeFailure } from '../contract/failures/render-failure.ts';
import type { RunSummary } from '../contract/runs.ts';
import { hostText } from './text.ts';
import type { Connection } from '../contract/connection.ts';

const text = hostText.runs;

/** A desktop notification about a run. */
interface RunNotification {
  readonly title: string;
  readonly body: string;
}

/** Shorter runs cause no notification, because the user is probably still watching. */
const minRunMs = 10_000;
/** Only the user can end these, or they may last. */
const userWaits: ReadonlySet<NonNullable<RunSummary['wait']>['reason']> = new Set([
  'token',
  'access',
  'storage',
  'profile',
  'mode',
  'model',
]);

/** Returns whether a run waits for the user, or for what may last. */
export function waitsForUser({ wait }: RunSummary): boolean {
  return wait !== null && userWaits.has(wait.reason);
}

/** Creates a function that returns a notification when a run finishes or starts to wait for the user. */
export function createRunNotificationPolicy(): (run: RunSummary) => RunNotification | undefined {
  const running = new Map<string, { readonly isWaitingForUser: boolean }>();
  return (run) => {
    const before = running.get(run.id);
    const isWaitingForUser = waitsForUser(run);
    if (run.state === 'running') running.set(run.id, { isWaitingForUser });
    else running.delete(run.id);
    if (run.state === 'running') {
      if (!isWaitingForUser || before?.isWaitingForUser) return undefined;
      return text.waiting(run.name, run.wait?.failure ? describeFailure(run.wait.failure).message : null);
    }
    // no notification for a pause or a stop, because the user caused it
    if (!before || run.state !== 'finished' || run.isDryRun) return undefined;
    if ((run.endedAt ?? 0) - (run.startedAt ?? 0) < minRunMs) return undefined;
    return text.finished(run.name, run.progress.done, run.progress.failed);
  };
}

/** Describes the running runs for the tray. Returns undefined if there are none. */
export function describeRuns(runs: readonly RunSummary[]): string | undefined {
  const active = runs.filter(({ state }) => state === 'running');
  const [run] = active;
  if (!run) return undefined;
  if (active.length > 1) return text.running(active.length);
  const { cells, done, failed } = run.progress;
  const percent = cells === 0 ? 0 : Math.floor(((done + failed) / cells) * 100);
  return text.progress(run.name, percent, run.wait !== null);
}

/** A desktop notification about the tunnel. */
interface TunnelNotification {
  readonly title: string;
  readonly body: string;
}

/** Minimum outage after which the tunnel's return is worth a notification. */
const longOutageMs = 60_000;

/** State kept for one tunnel. */
interface TunnelHistory {
  readonly key: string;
  lastQuestion: string;
  wasUp: boolean;
  downSince: number | undefined;
}

/** Creates a function that turns connection changes into notifications: when the user is needed, and after a long outage. */
export function createTunnelNotificationPolicy(now: () => number): (connection: Connection) => TunnelNotification | undefined {
  let history: TunnelHistory = emptyHistory('');

  return (connection) => {
    if (connection.state !== 'ready' || connection.tunnel === null) return undefined;
    const { instance, state } = connection.tunnel;
    const key = `${connection.profile.id} ${instance}`;
    if (history.key !== key) history = emptyHistory(key); // another tunnel's history doesn't apply

    const question = state.kind === 'waiting-for-user' ? JSON.stringify(state.question) : '';
    const isNewQuestion = question !== '' && question !== history.lastQuestion;
    history.lastQuestion = question;

    switch (state.kind) {
      case 'waiting-for-user':
        history.downSince = undefined; // the user who answers sees the tunnel come up
        return isNewQuestion ? hostText.notifications.signIn(instance) : undefined;
      case 'ready': {
        const { wasUp, downSince } = history;
        history.wasUp = true;
        history.downSince = undefined;
        const isRestored = wasUp && downSince !== undefined && now() - downSince > longOutageMs;
        return isRestored ? hostText.notifications.reconnected(instance) : undefined;
      }
      case 'waiting-to-retry':
      case 'suspect':
      case 'failed':
        history.downSince ??= now();
        return undefined;
      case 'idle':
      case 'stopped': // stopped by the user, or not needed
        history.downSince = undefined;
        return undefined;
      case 'connecting':
        return undefined;
    }
  };
}

function emptyHistory(key: string): TunnelHistory {
  return { key, lastQuestion: '', wasUp: false, downSince: undefined };
}

/** A desktop notification. */
interface NotificationContent {
  readonly title: string;
  readonly body: string;
}

/** Notifies when the tunnel or a run needs the user, when the tunnel returns after a long outage, and when a run ends. */
export function watchNotifications(
  core: Pick<Core, 'listen'>,
  now: () => number,
  notify: (content: NotificationContent) => void,
): () => void {
  const nextTunnelNotification = createTunnelNotificationPolicy(now);
  const nextRunNotification = createRunNotificationPolicy();
  const notifyIf = (content: NotificationContent | undefined): void => {
    if (content) notify(content);
  };
  return core.listen(({ event, payload }) => {
    if (event === 'connection.changed') notifyIf(nextTunnelNotification(payload));
    else if (event === 'runs.changed') for (const run of payload) notifyIf(nextRunNotification(run));
  });
}
