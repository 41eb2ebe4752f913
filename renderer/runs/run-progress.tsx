import { Download, Pause, Play, RotateCcw, Square } from 'lucide-react';
import { useState } from 'react';
import { runExportFormats } from '../../electron/contract/constants.ts';
import type { RunDetails, RunSummary } from '../../electron/contract/runs.ts';
import { formatDuration, formatNumber } from '../shared/format.ts';
import { useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DescriptionList, type DescriptionItem } from '../ui/description-list.tsx';
import { Menu } from '../ui/menu.tsx';
import { Progress } from '../ui/progress.tsx';
import { StateMark } from './run-list.tsx';
import type { Runs } from './runs.ts';
import { runsText } from './text.ts';
import { WaitBanner } from './wait-banner.tsx';

const text = runsText.run;

/** Shows the state and figures of a run, and its buttons. */
export function RunProgressPanel({ runs, run }: { readonly runs: Runs; readonly run: RunDetails }) {
  const { progress, state, wait, reason } = run;
  const finished = progress.done + progress.failed;
  const isRunning = state === 'running';
  const remark = !isRunning && reason !== null ? runsText.reasons[reason] : '';
  return (
    <section className="run-progress stack" aria-label={text.progress}>
      <div className="run-progress-head row wrap">
        <p>
          <StateMark run={run} /> {remark !== '' && <span className="muted small">{remark}</span>}
        </p>
        <RunButtons runs={runs} run={run} />
      </div>
      <Progress label={text.done(finished, progress.cells)} value={finished} max={Math.max(progress.cells, 1)} />
      {isRunning && wait !== null && <WaitBanner wait={wait} />}
      <DescriptionList layout="tiles" items={figures(run)} />
      {progress.failures.length > 0 && (
        <p className="run-errors row wrap small">
          <span className="muted small">{text.errors}</span>
          {progress.failures.map(({ code, count }) => (
            <span key={code} className="run-error-kind">
              {runsText.failures[code]} <strong>{formatNumber(count)}</strong>
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

function figures({ progress, state }: RunSummary): readonly DescriptionItem[] {
  const isRunning = state === 'running';
  const { done, failed, rowsPerMinute, remainingMs, promptTokens, completionTokens, inFlight, concurrency } = progress;
  return [
    [text.answered, formatNumber(done)],
    [text.failed, formatNumber(failed)],
    [text.tokens, text.tokensOf(promptTokens, completionTokens)],
    ...(isRunning
      ? ([
          [text.rate, rowsPerMinute === null ? runsText.none : formatNumber(Math.round(rowsPerMinute))],
          [text.left, remainingMs === null ? text.unknownTime : formatDuration(remainingMs)],
          [text.inFlight, text.inFlightOf(inFlight, concurrency)],
        ] satisfies readonly DescriptionItem[])
      : []),
    ...(progress.refused > 0 ? ([[text.refused, formatNumber(progress.refused)]] satisfies readonly DescriptionItem[]) : []),
  ];
}

function RunButtons({ runs, run }: { readonly runs: Runs; readonly run: RunDetails }) {
  const { bridge, attempt } = useSession();
  const [isStopping, setStopping] = useState(false);
  const { id, state, progress } = run;
  const call = (route: 'runs.pause' | 'runs.start' | 'runs.stop') => void attempt(bridge.call(route, { id }));
  const canContinue = state === 'paused' || state === 'stopped';
  const isActive = state === 'running' || state === 'paused';
  return (
    <div className="row wrap">
      {/* Both buttons have the same key, so that the focus stays. */}
      {state === 'running' ? (
        <Button key="run" icon={<Pause aria-hidden />} onClick={() => call('runs.pause')}>
          {text.pause}
        </Button>
      ) : (
        canContinue && (
          <Button key="run" variant="primary" icon={<Play aria-hidden />} onClick={() => call('runs.start')}>
            {text.continue}
          </Button>
        )
      )}
      {isActive && (
        <Button icon={<Square aria-hidden />} onClick={() => setStopping(true)}>
          {text.stop}
        </Button>
      )}
      {progress.failed > 0 && (
        <Button icon={<RotateCcw aria-hidden />} onClick={() => void attempt(bridge.call('runs.retry', { id, cell: null }))}>
          {text.retryFailed(progress.failed)}
        </Button>
      )}
      <Menu
        align="end"
        trigger={<Button icon={<Download aria-hidden />}>{text.export}</Button>}
        entries={runExportFormats.map((format) => ({
          kind: 'action',
          label: runsText.exports[format],
          onSelect: () => void runs.exportTo(id, format),
        }))}
      />
      <ConfirmDialog
        isOpen={isStopping}
        onOpenChange={setStopping}
        title={text.stopTitle}
        description={text.stopText}
        confirmLabel={text.stopConfirm}
        onConfirm={() => call('runs.stop')}
      />
    </div>
  );
}
