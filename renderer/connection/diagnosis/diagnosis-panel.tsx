import { ClipboardCopy, Stethoscope } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Diagnosis } from '../../../electron/contract/diagnosis.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { useEvent } from '../../bridge/use-event.ts';
import { useSession } from '../../state/session.ts';
import { useWish } from '../../state/wish.ts';
import { Button } from '../../ui/button.tsx';
import { FailureWords } from '../../ui/failure-words.tsx';
import { useCheckWish } from '../connected.ts';
import { timeWords } from '../quantity-words.ts';
import { useAction } from '../use-action.ts';
import { useCopy } from '../use-copy.ts';
import './diagnosis-panel.css';
import { isOffered, type RemedyRunner } from './remedies.ts';
import { RemedyButton } from './remedy-button.tsx';
import { StepView } from './step-view.tsx';

/** "What is wrong?": walks the way before the user's eyes and ends with the one thing to do. */
export function DiagnosisPanel({
  mode,
  isDemo,
  hasInstance,
  onRemedy,
}: {
  readonly mode: Mode;
  readonly isDemo: boolean;
  /** Whether there is one that a tunnel could go through. */
  readonly hasInstance: boolean;
  readonly onRemedy: RemedyRunner;
}) {
  const { bridge } = useSession();
  const [diagnosis, setDiagnosis] = useState<Diagnosis>();
  const { isBusy, failure, run, cancel } = useAction();
  const copy = useCopy();
  const [endedAt, setEndedAt] = useState(0);
  useEvent(bridge.on, 'diagnosis.changed', (news) => {
    setDiagnosis(news);
    setEndedAt(Date.now());
  });

  const panel = useRef<HTMLElement>(null);
  const verdict = useRef<HTMLDivElement>(null);
  const stage = diagnosis && `${diagnosis.id}, ${diagnosis.isRunning ? 'running' : 'over'}`;
  useEffect(() => {
    // The check stands at the foot of the screen, out of sight in a low window: first its steps matter, then what was found.
    if (stage === undefined) return;
    const shown = stage.endsWith('over') ? verdict : panel;
    shown.current?.scrollIntoView({ block: 'nearest' });
  }, [stage]);

  const look = () => {
    setDiagnosis(undefined);
    void run((signal) => bridge.call('diagnosis.run', { mode }, { signal }));
  };
  const wish = useCheckWish();
  useWish(wish, () => {
    wish.grant();
    look();
  });
  const cause = diagnosis?.isRunning === false ? diagnosis.steps.find(({ state }) => state === 'bad') : undefined;
  const action = cause?.action ?? undefined;
  return (
    <section ref={panel} aria-labelledby="diagnosis-heading" className="connection-panel">
      <header className="connection-head">
        <div>
          <h2 id="diagnosis-heading">What is wrong?</h2>
          <p>
            {diagnosis?.isRunning === false
              ? `The ${mode} way, step by step, as it was at ${timeWords(endedAt)}.`
              : `Looks at each step of the ${mode} way and stops at the first cause.`}
          </p>
        </div>
        {isBusy ? (
          <Button onClick={cancel}>Stop</Button>
        ) : (
          <Button variant={action === 'run-again' ? 'primary' : 'plain'} icon={<Stethoscope aria-hidden />} onClick={look}>
            {diagnosis === undefined ? 'Check the connection' : 'Check again'}
          </Button>
        )}
      </header>
      {failure !== undefined && <FailureWords failure={failure} />}
      {diagnosis !== undefined && (
        <>
          <div ref={verdict} className="connection-head diagnosis-verdict" data-good={!diagnosis.isRunning && cause === undefined}>
            <output>{diagnosis.verdict}</output>
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
                {action !== undefined && isOffered(action, isDemo) && (
                  <RemedyButton action={action} hasInstance={hasInstance} onRemedy={onRemedy} />
                )}
              </div>
            )}
          </div>
          <ol className="diagnosis-steps" aria-label="Steps">
            {diagnosis.steps.map((step) => (
              <StepView key={step.name} step={step} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
