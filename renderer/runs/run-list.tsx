import { FileJson, MoreHorizontal, Plus, Table2 } from 'lucide-react';
import { useState } from 'react';
import type { RunSummary } from '../../electron/contract/runs.ts';
import { formatDay, formatTime } from '../shared/format.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Menu } from '../ui/menu.tsx';
import type { Runs } from './runs.ts';
import { runsText } from './text.ts';
import { useFirstFocus } from './use-first-focus.ts';

const text = runsText.list;

/** Lists all runs, or explains runs if there are none. */
export function RunList({ runs, list }: { readonly runs: Runs; readonly list: readonly RunSummary[] }) {
  const [runToDelete, setRunToDelete] = useState<RunSummary>();
  const screen = useFirstFocus<HTMLDivElement>();
  const buttons = (
    <>
      <Button icon={<FileJson aria-hidden />} onClick={() => void runs.openRecipe()}>
        {text.openRecipe}
      </Button>
      <Button variant="primary" icon={<Plus aria-hidden />} data-first-focus onClick={() => void runs.create()}>
        {text.create}
      </Button>
    </>
  );
  if (list.length === 0)
    return (
      <div ref={screen} className="runs-empty">
        <EmptyState icon={<Table2 aria-hidden />} title={text.emptyTitle} actions={buttons}>
          <p>{text.empty}</p>
          <p>{text.emptyNext}</p>
        </EmptyState>
      </div>
    );
  return (
    <div ref={screen} className="runs-list">
      <header className="runs-head row wrap muted small">
        <p>{text.hint}</p>
        <div className="row wrap">{buttons}</div>
      </header>
      <ul className="plain-list" aria-label={text.title}>
        {list.map((run) => (
          <li key={run.id} className="runs-item row">
            <button type="button" className="runs-open stack" onClick={() => runs.openId.write(run.id)}>
              <span className="medium cut">{run.name}</span>
              <span className="runs-facts row wrap muted small">
                <StateMark run={run} />
                <span>{progressText(run)}</span>
                <time dateTime={new Date(run.createdAt).toISOString()}>{formatCreated(run.createdAt)}</time>
              </span>
              {!isDraft(run) && run.state !== 'finished' && (
                <span className="runs-bar" aria-hidden>
                  <span style={{ inlineSize: `${finishedShare(run) * 100}%` }} />
                </span>
              )}
            </button>
            <Menu
              align="end"
              trigger={<IconButton label={text.more(run.name)} size="sm" icon={<MoreHorizontal aria-hidden />} />}
              entries={[
                { kind: 'action', label: text.duplicate, onSelect: () => void runs.duplicate(run.id) },
                {
                  kind: 'action',
                  label: text.delete,
                  isDangerous: true,
                  onSelect: () => setRunToDelete(run),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      {runToDelete !== undefined && <DeleteDialog run={runToDelete} runs={runs} onClose={() => setRunToDelete(undefined)} />}
    </div>
  );
}

/** Asks for confirmation and deletes a run. */
export function DeleteDialog({ run, runs, onClose }: { readonly run: RunSummary; readonly runs: Runs; readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={text.confirmTitle(run.name)}
      description={text.confirm(run.progress.done)}
      confirmLabel={text.confirmDelete}
      isDangerous
      onConfirm={() => void runs.remove(run)}
    />
  );
}

/** Shows the state of a run as a colored text. */
export function StateMark({ run }: { readonly run: RunSummary }) {
  return (
    <span className="runs-state medium" data-tone={stateTone(run)}>
      {stateText(run)}
    </span>
  );
}

function progressText(run: RunSummary): string {
  const { cells, done, failed } = run.progress;
  if (isDraft(run)) return run.rows === 0 ? runsText.list.noTable : runsText.rows(run.rows);
  const progress = runsText.run.done(done + failed, cells);
  return failed === 0 ? progress : `${progress}, ${runsText.failedCount(failed)}`;
}

function formatCreated(at: number): string {
  return `${formatDay(at)}, ${formatTime(at).slice(0, 5)}`;
}

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
