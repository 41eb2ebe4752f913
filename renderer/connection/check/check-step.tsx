import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { CheckStep } from '../../../electron/contract/connection-check.ts';

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
export function CheckStepView({ step: { title, ms, finding, failure, ...step } }: { readonly step: CheckStep }) {
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
