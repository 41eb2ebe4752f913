import { describeFailure, renderFailure } from '../../../electron/contract/failures/render-failure.ts';
import { ClipboardCopy, Stethoscope, CircleAlert, CircleCheck, CircleDashed, LoaderCircle, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useEffectEvent, useState } from 'react';
import type { ConnectionCheck, CheckStep } from '../../../electron/contract/connection-check.ts';
import {
  checkPlace,
  checkStepTitles,
  describeFinding,
  describeVerdict,
  formatCheckReport,
} from '../../../electron/presentation/connection-text.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { formatMilliseconds, formatTime } from '../../shared/format.ts';
import { useCopy } from '../../shared/copy-text.ts';
import { modeTitles } from '../../shared/labels.ts';
import { RemedyButton, type OfferedRemedy, type RemedyRunner } from '../remedies.tsx';
import { checkText } from '../text.ts';
import '../path-and-tunnel.css';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import { useEvent } from '../../bridge/bridge.ts';
import { useSession } from '../../state/session.ts';
import { usePendingRequest } from '../../state/pending-request.ts';
import { useConnectionStores } from '../connection-context.ts';
import { useAction, type Action } from '../use-action.ts';

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
                  onClick={() => void copy(formatCheckReport(result, 'check'), checkText.report)}
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

/** The check of the active mode, with its controls. */
interface ConnectionCheckHandle extends Pick<Action, 'isBusy' | 'failure' | 'cancel'> {
  /** The findings so far; undefined if there was no check. */
  readonly result: ConnectionCheck | undefined;
  readonly changedAt: number;
  /** The step that failed, if any. */
  readonly cause: CheckStep | undefined;
  readonly run: () => void;
}

/** What a check applies to. Its findings don't hold for another subject. */
export interface CheckSubject {
  readonly profileId: string;
  readonly mode: Mode;
  /** Null while the keychain is being read. */
  readonly token: string | null;
}

/** Whether findings about one subject hold for the other. A token that was still being read matches any token. */
export function isSameSubject(a: CheckSubject, b: CheckSubject): boolean {
  return a.profileId === b.profileId && a.mode === b.mode && (a.token === null || b.token === null || a.token === b.token);
}

interface CheckRun {
  readonly subject: CheckSubject;
  readonly result: ConnectionCheck | undefined;
  readonly changedAt: number;
}

/** Keeps the last check until the profile, the mode or the token changes. */
export function useConnectionCheck({ profile, mode, token }: ReadyConnection): ConnectionCheckHandle {
  const { bridge } = useSession();
  const tokenKey = token.state === 'unread' ? null : token.state === 'set' ? token.tail : token.state;
  const subject: CheckSubject = { profileId: profile.id, mode, token: tokenKey };
  const [lastRun, setLastRun] = useState<CheckRun>();
  const { isBusy, failure, run, cancel } = useAction();
  useEvent(bridge.on, 'connectionCheck.changed', (result) => {
    setLastRun((before) => before && { ...before, result, changedAt: Date.now() });
  });
  const isStale = lastRun !== undefined && !isSameSubject(lastRun.subject, subject);
  if (lastRun?.subject.token === null && !isStale && tokenKey !== null) setLastRun({ ...lastRun, subject });
  const cancelCheck = useEffectEvent(cancel);
  useEffect(() => {
    if (isStale) cancelCheck();
  }, [isStale]);

  const start = () => {
    setLastRun({ subject, result: undefined, changedAt: 0 });
    void run((signal) => bridge.call('connectionCheck.run', { mode }, { signal }));
  };
  const { checkRequest: request } = useConnectionStores();
  usePendingRequest(request, () => {
    request.complete();
    start();
  });
  const validRun = isStale ? undefined : lastRun;
  const result = validRun?.result;
  return {
    result,
    changedAt: validRun?.changedAt ?? 0,
    cause: result?.isRunning === false ? result.steps.find(({ state }) => state === 'bad') : undefined,
    isBusy,
    failure: validRun && failure,
    run: start,
    cancel,
  };
}
