import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { ArrowLeft, MoreHorizontal } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { RunDetails, RunSummary } from '../../electron/contract/runs.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { LoadFailure } from '../ui/failure-message.tsx';
import { Spinner } from '../ui/progress.tsx';
import { DeleteDialog, RunList, isDraft } from './run-list.tsx';
import type { Runs } from './runs.ts';
import { runsText } from './text.ts';
import './runs-screen.css';
import { useQuery } from '../state/query.ts';

// loaded with the first open run, so that the window starts without their tables and charts
const RunEditor = lazy(async () => ({ default: (await import('./editor/run-editor.tsx')).RunEditor }));
const RunView = lazy(async () => ({ default: (await import('./run-view.tsx')).RunView }));

/** Shows the list of runs, or the open run. */
export function RunsScreen({ runs }: { readonly runs: Runs }) {
  const { value: list, failure } = useStore(runs.list);
  const openId = useStore(runs.openId);
  useEffect(() => runs.load(), [runs]);
  if (failure !== undefined)
    return <LoadFailure title={runsText.list.failed} failure={describeFailure(failure)} onRetry={() => void runs.list.reload()} />;
  if (list === undefined) return <Loading label={runsText.list.loading} />;
  const open = list.find(({ id }) => id === openId);
  return open === undefined ? <RunList runs={runs} list={list} /> : <OpenRun key={open.id} runs={runs} summary={open} />;
}

function Loading({ label }: { readonly label: string }) {
  return (
    <div className="runs-wait">
      <Spinner label={label} />
    </div>
  );
}

/** Reads the recipe of a run, and shows its editor or its results. */
function OpenRun({ runs, summary }: { readonly runs: Runs; readonly summary: RunSummary }) {
  const { bridge } = useSession();
  const isEditing = isDraft(summary);
  const [changed, setChanged] = useState<RunDetails>();
  // read again when a draft becomes a run, because its recipe may have changed
  const { value, failure, isCurrent, reload } = useQuery(`${summary.id} ${String(isEditing)}`, async (signal) => {
    await runs.saved();
    return bridge.call('runs.read', { id: summary.id }, { signal });
  });
  if (failure !== undefined) return <LoadFailure title={runsText.heading.failed} failure={describeFailure(failure)} onRetry={reload} />;
  const details = isEditing ? (changed ?? value) : isCurrent ? value : undefined;
  if (details === undefined) return <Loading label={runsText.heading.loading} />;
  const current: RunDetails = { ...details, ...summary };
  return (
    <Suspense fallback={<Loading label={runsText.heading.loading} />}>
      {isEditing ? <RunEditor runs={runs} run={current} onDetails={setChanged} /> : <RunView runs={runs} run={current} />}
    </Suspense>
  );
}

/** Buttons beside the heading of an open run: back to the list, and a menu. */
export function RunHeadingActions({ runs }: { readonly runs: Runs }) {
  const [isDeleting, setDeleting] = useState(false);
  useStore(runs.list);
  const run = findOpenRun(runs);
  if (run === undefined) return null;
  return (
    <>
      <Button size="sm" variant="quiet" icon={<ArrowLeft aria-hidden />} onClick={() => runs.openId.write(null)}>
        {runsText.heading.all}
      </Button>
      <Menu
        align="end"
        trigger={<IconButton label={runsText.heading.actions} size="sm" icon={<MoreHorizontal aria-hidden />} />}
        entries={[
          { kind: 'action', label: runsText.list.duplicate, onSelect: () => void runs.duplicate(run.id) },
          { kind: 'action', label: runsText.exports.recipe, onSelect: () => void runs.exportTo(run.id, 'recipe') },
          {
            kind: 'action',
            label: runsText.list.delete,
            isDangerous: true,
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      {isDeleting && <DeleteDialog run={run} runs={runs} onClose={() => setDeleting(false)} />}
    </>
  );
}

/** Returns the name of the open run for the window's heading. Progress events don't render it again. */
export function useOpenRunName(runs: Runs): string | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const unsubscribe = [runs.list.subscribe(listener), runs.openId.subscribe(listener)];
      return () => {
        for (const end of unsubscribe) end();
      };
    },
    [runs],
  );
  return useSyncExternalStore(subscribe, () => findOpenRun(runs)?.name);
}

function findOpenRun(runs: Runs): RunSummary | undefined {
  const openId = runs.openId.read();
  return runs.list.read().value?.find(({ id }) => id === openId);
}
