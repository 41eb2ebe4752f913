import type { RunSummary } from '../contract/runs.ts';

/** A desktop notification about a run. */
export interface RunNotification {
  readonly title: string;
  readonly body: string;
}

/** Runs shorter than this end while the user still looks. */
const minRunMs = 10_000;

/** Creates a function that turns changes of runs into notifications: when one ends, and when one waits for the user. */
export function createRunNotificationPolicy(): (run: RunSummary) => RunNotification | undefined {
  const running = new Map<string, { readonly isWaitingForUser: boolean }>();
  return (run) => {
    const before = running.get(run.id);
    const isWaitingForUser = run.wait?.reason === 'token' || run.wait?.reason === 'storage';
    if (run.state === 'running') running.set(run.id, { isWaitingForUser });
    else running.delete(run.id);
    if (run.state === 'running') {
      if (!isWaitingForUser || before?.isWaitingForUser) return undefined;
      return { title: `${run.name} is waiting`, body: run.wait?.failure?.message ?? 'Open Causeway to see why.' };
    }
    // the user knows of a pause or a stop
    if (!before || run.state !== 'finished' || run.isDryRun) return undefined;
    if ((run.endedAt ?? 0) - (run.startedAt ?? 0) < minRunMs) return undefined;
    return { title: `${run.name} is finished`, body: describeEnd(run) };
  };
}

function describeEnd({ progress: { done, failed } }: RunSummary): string {
  const answers = `${done} ${done === 1 ? 'answer' : 'answers'}`;
  return failed === 0 ? `${answers}, no failures.` : `${answers}, ${failed} failed.`;
}

/** Describes the runs that are running, for the tray. Undefined if there are none. */
export function describeRuns(runs: readonly RunSummary[]): string | undefined {
  const active = runs.filter(({ state }) => state === 'running');
  const [run] = active;
  if (!run) return undefined;
  if (active.length > 1) return `${active.length} runs are running`;
  const { cells, done, failed } = run.progress;
  const percent = cells === 0 ? 0 : Math.floor(((done + failed) / cells) * 100);
  return `${run.name}: ${run.wait ? 'waiting, ' : ''}${percent} %`;
}
