import type { RunSummary } from '../../electron/contract/runs.ts';
import { runsText } from './text.ts';

type Summary = Pick<RunSummary, 'state' | 'wait' | 'isDryRun'>;

/** Returns the name of a run's state. */
export function stateText({ state, wait, isDryRun }: Summary): string {
  if (state === 'running' && wait !== null) return runsText.states.waiting;
  return isDryRun && state === 'running' ? runsText.states.testing : runsText.states[state];
}

/** Returns the tone of a state. Its text is always shown beside it. */
export function stateTone({ state, wait }: Summary): 'active' | 'warning' | 'done' | 'quiet' {
  if (state === 'running') return wait === null ? 'active' : 'warning';
  return state === 'finished' ? 'done' : 'quiet';
}

/** Returns the finished share of a run, from 0 to 1. */
export function finishedShare({ progress: { cells, done, failed } }: Pick<RunSummary, 'progress'>): number {
  return cells === 0 ? 0 : Math.min(1, (done + failed) / cells);
}

/** Returns whether a run is still edited: a draft, also during its dry run. */
export function isDraft({ state, isDryRun }: Pick<RunSummary, 'state' | 'isDryRun'>): boolean {
  return state === 'draft' || isDryRun;
}
