import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { ArrowLeft, MoreHorizontal } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Failure } from '../../electron/contract/failure.ts';
import type { RunDetails, RunSummary } from '../../electron/contract/runs.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Menu } from '../ui/menu.tsx';
import { Spinner } from '../ui/progress.tsx';
import { DeleteDialog, RunList } from './run-list.tsx';
import { isDraft } from './run-state.ts';
import type { Runs } from './runs.ts';
import { runsText } from './text.ts';
import './runs-screen.css';
import { useQuery } from './use-query.ts';

// loaded with the first open run, so that the window starts without their tables and charts
const RunEditor = lazy(async () => ({ default: (await import('./editor/run-editor.tsx')).RunEditor }));
const RunView = lazy(async () => ({ default: (await import('./run-view.tsx')).RunView }));

/** Shows the list of runs, or the open run. */
export function RunsScreen({ runs }: { readonly runs: Runs }) {
  const list = useStore(runs.list);
  const openId = useStore(runs.openId);
  useEffect(() => {
    runs.load();
  }, [runs]);
  switch (list.state) {
    case 'reading':
      return <Loading label={runsText.list.loading} />;
    case 'failed':
      return <LoadFailure title={runsText.list.failed} failure={list.failure} onRetry={() => void runs.reload()} />;
    case 'known': {
      const open = list.value.find(({ id }) => id === openId);
      return open === undefined ? <RunList runs={runs} list={list.value} /> : <OpenRun key={open.id} runs={runs} summary={open} />;
    }
  }
}

function Loading({ label }: { readonly label: string }) {
  return (
    <div className="runs-wait">
      <Spinner label={label} />
    </div>
  );
}

function LoadFailure({ title, failure, onRetry }: { readonly title: string; readonly failure: Failure; readonly onRetry: () => void }) {
  const { message, remedy } = describeFailure(failure);
  return (
    <EmptyState title={title} actions={<Button onClick={onRetry}>{runsText.tryAgain}</Button>}>
      <p>{message}</p>
      <p>{remedy}</p>
    </EmptyState>
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
  if (failure !== undefined) return <LoadFailure title={runsText.heading.failed} failure={failure} onRetry={reload} />;
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
      <Button
        size="sm"
        variant="quiet"
        icon={<ArrowLeft aria-hidden />}
        onClick={() => {
          runs.openId.write(null);
        }}
      >
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
            onSelect: () => {
              setDeleting(true);
            },
          },
        ]}
      />
      {isDeleting && (
        <DeleteDialog
          run={run}
          runs={runs}
          onClose={() => {
            setDeleting(false);
          }}
        />
      )}
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
  const list = runs.list.read();
  const openId = runs.openId.read();
  return list.state === 'known' ? list.value.find(({ id }) => id === openId) : undefined;
}
