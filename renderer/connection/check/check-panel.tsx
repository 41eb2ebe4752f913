import { ClipboardCopy, Stethoscope, CircleAlert, CircleCheck, CircleDashed, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ConnectionCheck, CheckStep } from '../../../electron/contract/connection-check.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { formatTime } from '../../shared/format.ts';
import { useCopy } from '../../shared/copy-text.ts';
import { RemedyButton, type OfferedRemedy, type RemedyRunner } from '../remedies.tsx';
import type { ConnectionCheckHandle } from './use-connection-check.ts';
import './check-panel.css';

/** "What is wrong?": walks the way before the user's eyes and ends with the one thing to do. */
export function CheckPanel({
  check: { diagnosis, cause, changedAt, isBusy, failure, run, cancel },
  mode,
  offered,
  hasInstance,
  onRemedy,
}: {
  readonly check: ConnectionCheckHandle;
  readonly mode: Mode;
  /** What Causeway can do about the cause. */
  readonly offered: OfferedRemedy | undefined;
  /** Whether there is one that a tunnel could go through. */
  readonly hasInstance: boolean;
  readonly onRemedy: RemedyRunner;
}) {
  const copy = useCopy();
  const panel = useRef<HTMLElement>(null);
  const verdict = useRef<HTMLDivElement>(null);
  const stage = diagnosis && `${diagnosis.id}, ${diagnosis.isRunning ? 'running' : 'over'}`;
  useEffect(() => {
    // The check stands at the foot of the screen, out of sight in a low window: first its steps matter, then what was found.
    if (stage === undefined) return;
    const shown = stage.endsWith('over') ? verdict : panel;
    shown.current?.scrollIntoView({ block: 'nearest' });
  }, [stage]);

  return (
    <section ref={panel} aria-labelledby="diagnosis-heading" className="connection-panel">
      <header className="connection-head">
        <div>
          <h2 id="diagnosis-heading">What is wrong?</h2>
          <p>
            {diagnosis?.isRunning === false
              ? `The ${mode} way, step by step, as it was at ${formatTime(changedAt)}.`
              : `Looks at each step of the ${mode} way and stops at the first cause.`}
          </p>
        </div>
        {isBusy ? (
          <Button onClick={cancel}>Stop</Button>
        ) : (
          <Button variant={cause?.action === 'run-again' ? 'primary' : 'plain'} icon={<Stethoscope aria-hidden />} onClick={run}>
            {diagnosis === undefined ? 'Check the connection' : 'Check again'}
          </Button>
        )}
      </header>
      {failure !== undefined && <FailureMessage failure={failure} />}
      {diagnosis !== undefined && (
        <>
          <div ref={verdict} className="connection-head connection-trouble diagnosis-verdict">
            <Verdict diagnosis={diagnosis} cause={cause} />
            {!diagnosis.isRunning && (
              <div className="connection-actions">
                <Button
                  size="sm"
                  icon={<ClipboardCopy aria-hidden />}
                  onClick={() => {
                    copy(diagnosis.text, 'Connection check');
                  }}
                >
                  Copy as text
                </Button>
                {offered !== undefined && <RemedyButton action={offered} hasInstance={hasInstance} onRemedy={onRemedy} />}
              </div>
            )}
          </div>
          <ol className="diagnosis-steps" aria-label="Steps">
            {diagnosis.steps.map((step) => (
              <CheckStepView key={step.name} step={step} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Verdict({
  diagnosis: { isRunning, verdict },
  cause,
}: {
  readonly diagnosis: ConnectionCheck;
  readonly cause: CheckStep | undefined;
}) {
  // one that the user stopped found nothing
  if (cause?.failure && cause.failure.code !== 'cancelled') return <FailureMessage failure={cause.failure} />;
  return <output data-good={!isRunning && cause === undefined}>{verdict}</output>;
}

const icons: Readonly<Record<CheckStep['state'], LucideIcon>> = {
  waiting: CircleDashed,
  running: LoaderCircle,
  good: CircleCheck,
  bad: CircleAlert,
};
const stateWords: Readonly<Record<CheckStep['state'], string>> = {
  waiting: 'not tried',
  running: 'running',
  good: 'good',
  bad: 'failed',
};

/** One step of the diagnosis, with what was found. */
function CheckStepView({ step: { title, ms, finding, failure, ...step } }: { readonly step: CheckStep }) {
  // the user stopped there; nothing is known to be wrong with it
  const state = failure?.code === 'cancelled' ? 'waiting' : step.state;
  const Icon = icons[state];
  return (
    <li className="diagnosis-step" data-state={state}>
      <Icon aria-hidden />
      <span className="diagnosis-step-title">
        {title}
        <span className="visually-hidden">: {stateWords[state]}.</span>
      </span>
      <span className="diagnosis-finding">{state === 'running' ? 'Looking…' : finding}</span>
      <span className="diagnosis-time">{ms === null ? '' : `${Math.round(ms)} ms`}</span>
    </li>
  );
}
