import type { RunSummary } from '../../electron/contract/runs.ts';
import { runsText } from './text.ts';

type Summary = Pick<RunSummary, 'state' | 'wait' | 'isDryRun'>;

/** Names the state of a run. */
export function stateText({ state, wait, isDryRun }: Summary): string {
  if (state === 'running' && wait !== null) return runsText.states.waiting;
  return isDryRun && state === 'running' ? runsText.states.testing : runsText.states[state];
}

/** Returns the colour of a state, which always has its words beside it. */
export function stateTone({ state, wait }: Summary): 'active' | 'warning' | 'done' | 'quiet' {
  if (state === 'running') return wait === null ? 'active' : 'warning';
  return state === 'finished' ? 'done' : 'quiet';
}

/** Returns the finished share of a run, from 0 to 1. */
export function finishedShare({ progress: { cells, done, failed } }: Pick<RunSummary, 'progress'>): number {
  return cells === 0 ? 0 : Math.min(1, (done + failed) / cells);
}

/** Whether a run is still edited: a draft, also while its first rows are asked. */
export function isDraft({ state, isDryRun }: Pick<RunSummary, 'state' | 'isDryRun'>): boolean {
  return state === 'draft' || isDryRun;
}
