import { ClipboardCopy, Stethoscope } from 'lucide-react';
import { useState } from 'react';
import type { Diagnosis } from '../../../electron/contract/diagnosis.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { useEvent } from '../../bridge/use-event.ts';
import { useSession } from '../../state/session.ts';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../use-copy.ts';
import { FailureWords } from '../failure-words.tsx';
import { useAction } from '../use-action.ts';
import './diagnosis-panel.css';
import type { RemedyRunner } from './remedies.ts';
import { RemedyButton } from './remedy-button.tsx';
import { StepView } from './step-view.tsx';

/** "What is wrong?": walks the way before the user's eyes and ends with the one thing to do. */
export function DiagnosisPanel({ mode, onRemedy }: { readonly mode: Mode; readonly onRemedy: RemedyRunner }) {
  const { bridge } = useSession();
  const [diagnosis, setDiagnosis] = useState<Diagnosis>();
  const { isBusy, failure, run, cancel } = useAction();
  const copy = useCopy();
  useEvent(bridge.on, 'diagnosis.changed', setDiagnosis);

  const look = () => {
    setDiagnosis(undefined);
    void run((signal) => bridge.call('diagnosis.run', { mode }, { signal }));
  };
  const cause = diagnosis?.isRunning === false ? diagnosis.steps.find(({ state }) => state === 'bad') : undefined;
  const action = cause?.action ?? undefined;
  return (
    <section aria-labelledby="diagnosis-heading" className="diagnosis">
      <header className="diagnosis-head">
        <div>
          <h2 id="diagnosis-heading">What is wrong?</h2>
          <p>Looks at each step of the {mode} way and stops at the first cause.</p>
        </div>
        {isBusy ? (
          <Button onClick={cancel}>Stop</Button>
        ) : (
          <Button icon={<Stethoscope aria-hidden />} onClick={look} data-diagnose>
            {diagnosis === undefined ? 'Check the connection' : 'Check again'}
          </Button>
        )}
      </header>
      {failure !== undefined && <FailureWords failure={failure} />}
      {diagnosis !== undefined && (
        <>
          <ol className="diagnosis-steps" aria-label="Steps">
            {diagnosis.steps.map((step) => (
              <StepView key={step.name} step={step} />
            ))}
          </ol>
          <footer className="diagnosis-verdict" data-good={!diagnosis.isRunning && cause === undefined}>
            <output>{diagnosis.verdict}</output>
            {!diagnosis.isRunning && (
              <div className="diagnosis-actions">
                <Button
                  size="sm"
                  icon={<ClipboardCopy aria-hidden />}
                  onClick={() => {
                    copy(diagnosis.text, 'Connection check copied');
                  }}
                >
                  Copy as text
                </Button>
                {action !== undefined && <RemedyButton action={action} onRemedy={action === 'run-again' ? look : onRemedy} />}
              </div>
            )}
          </footer>
        </>
      )}
    </section>
  );
}
