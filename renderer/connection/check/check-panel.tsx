import { describeFailure, renderFailure } from '../../../electron/contract/failures/render-failure.ts';
import { ClipboardCopy, Stethoscope, CircleAlert, CircleCheck, CircleDashed, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ConnectionCheck, CheckStep } from '../../../electron/contract/connection-check.ts';
import {
  checkPlace,
  checkStepTitles,
  describeFinding,
  describeVerdict,
  formatCheckReport,
} from '../../../electron/presentation/connection-check-text.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { formatMilliseconds, formatTime } from '../../shared/format.ts';
import { useCopy } from '../../shared/copy-text.ts';
import { modeTitles } from '../../shared/labels.ts';
import { RemedyButton, type OfferedRemedy, type RemedyRunner } from '../remedies.tsx';
import type { ConnectionCheckHandle } from './use-connection-check.ts';
import { checkText } from './text.ts';
import '../path-and-tunnel.css';

/** Runs the connection check, shows its steps, and offers the remedy. */
export function CheckPanel({
  check: { result, cause, changedAt, isBusy, failure, run, cancel },
  mode,
  offered,
  hasInstance,
  onRemedy,
}: {
  readonly check: ConnectionCheckHandle;
  readonly mode: Mode;
  /** The remedy that Causeway can apply. */
  readonly offered: OfferedRemedy | undefined;
  /** Whether the profile has an instance. */
  readonly hasInstance: boolean;
  readonly onRemedy: RemedyRunner;
}) {
  const copy = useCopy();
  const panel = useRef<HTMLElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const phase = result && `${result.id}, ${result.isRunning ? 'running' : 'over'}`;
  useEffect(() => {
    // In a low window the check is out of view: scrolls to the steps first, then to the summary.
    if (phase === undefined) return;
    const target = phase.endsWith('over') ? summary : panel;
    target.current?.scrollIntoView({ block: 'nearest' });
  }, [phase]);

  return (
    <section ref={panel} aria-labelledby="check-heading" className="connection-panel stack">
      <header className="connection-head row wrap">
        <div>
          <h2 id="check-heading">{checkText.title}</h2>
          <p>
            {result?.isRunning === false ? checkText.checkedAt(modeTitles[mode], formatTime(changedAt)) : checkText.hint(modeTitles[mode])}
          </p>
        </div>
        {isBusy ? (
          <Button onClick={cancel}>{checkText.stop}</Button>
        ) : (
          <Button variant={cause?.action === 'run-again' ? 'primary' : 'plain'} icon={<Stethoscope aria-hidden />} onClick={run}>
            {result === undefined ? checkText.check : checkText.checkAgain}
          </Button>
        )}
      </header>
      {failure !== undefined && <FailureMessage failure={describeFailure(failure)} />}
      {result !== undefined && (
        <>
          <div ref={summary} className="connection-head connection-problem check-summary row wrap">
            <Summary result={result} cause={cause} />
            {!result.isRunning && (
              <div className="connection-actions row wrap">
                <Button
                  size="sm"
                  icon={<ClipboardCopy aria-hidden />}
                  onClick={() => {
                    void copy(formatCheckReport(result, 'check'), checkText.report);
                  }}
                >
                  {checkText.copy}
                </Button>
                {offered !== undefined && <RemedyButton action={offered} hasInstance={hasInstance} onRemedy={onRemedy} />}
              </div>
            )}
          </div>
          <ol className="check-steps plain-list" aria-label={checkText.steps}>
            {result.steps.map((step) => (
              <CheckStepView key={step.name} result={result} step={step} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Summary({ result, cause }: { readonly result: ConnectionCheck; readonly cause: CheckStep | undefined }) {
  // A check that the user stopped has no finding.
  if (cause?.failure && cause.failure.code !== 'cancelled')
    return <FailureMessage failure={renderFailure(cause.failure, checkPlace(result, cause.name, 'check'))} />;
  return <output data-good={!result.isRunning && cause === undefined}>{describeVerdict(result, 'check')}</output>;
}

const icons: Readonly<Record<CheckStep['state'], LucideIcon>> = {
  waiting: CircleDashed,
  running: LoaderCircle,
  good: CircleCheck,
  bad: CircleAlert,
};

/** One step with its finding. */
function CheckStepView({ result, step }: { readonly result: ConnectionCheck; readonly step: CheckStep }) {
  const { name, ms, failure } = step;
  // The user stopped the check at this step, so its state is unknown.
  const state = failure?.code === 'cancelled' ? 'waiting' : step.state;
  const Icon = icons[state];
  return (
    <li className="check-step" data-state={state}>
      <Icon aria-hidden />
      <span className="medium">
        {checkStepTitles[name]}
        <span className="visually-hidden">: {checkText.states[state]}.</span>
      </span>
      <span className="check-finding">{describeFinding(result, step, 'check')}</span>
      <span className="check-time muted">{ms === null ? '' : formatMilliseconds(ms)}</span>
    </li>
  );
}
