import { describeFailure } from '../contract/failures/render-failure.ts';
import type { RunSummary } from '../contract/runs.ts';
import { hostText } from './text.ts';

const text = hostText.runs;

/** A desktop notification about a run. */
export interface RunNotification {
  readonly title: string;
  readonly body: string;
}

/** Shorter runs cause no notification, because the user is probably still watching. */
const minRunMs = 10_000;
/** Only the user can end these, or they may last. */
const userWaits: ReadonlySet<NonNullable<RunSummary['wait']>['reason']> = new Set(['token', 'storage', 'profile', 'mode', 'model']);

/** Creates a function that returns a notification when a run finishes or starts to wait for the user. */
export function createRunNotificationPolicy(): (run: RunSummary) => RunNotification | undefined {
  const running = new Map<string, { readonly isWaitingForUser: boolean }>();
  return (run) => {
    const before = running.get(run.id);
    const isWaitingForUser = run.wait !== null && userWaits.has(run.wait.reason);
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
