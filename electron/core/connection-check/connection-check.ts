import { describeFailure, failureSentences } from '../../contract/failures/render-failure.ts';
import { randomUUID } from 'node:crypto';
import type { ConnectionCheck, CheckStep, CheckStepName } from '../../contract/connection-check.ts';
import type { Failure } from '../../contract/failure.ts';
import { failed, textFailure } from '../../contract/failures/fail.ts';
import { remedyActionFor, remedyByFailure, checkSteps, type CheckRoute } from '../../contract/failure-remedies.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Clock } from '../shared/clock.ts';
import { remedyForCheck } from './remedy-for-check.ts';
import { type CheckTarget, createSteps } from './check-steps.ts';

export type { CheckTarget, TunnelProbe } from './check-steps.ts';
export { probeServer } from './check-steps.ts';

export interface ConnectionCheckOptions {
  readonly mode: Mode;
  readonly target: CheckTarget;
  /** Monotonic clock, for durations. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called when a step changes. */
  readonly onChange: (diagnosis: ConnectionCheck) => void;
}

const titles: Readonly<Record<CheckStepName, string>> = {
  name: 'Name',
  reach: 'Reach',
  instance: 'Instance',
  ssh: 'SSH',
  'host-key': 'Host key',
  identity: 'Identity',
  forwarding: 'Forwarding',
  tls: 'Encryption',
  'tls-name': 'Certificate name',
  models: 'Model list',
  token: 'Token',
  completion: 'One-word answer',
};

/** Runs the steps in order and stops at the first failure. Never rejects. */
export async function runConnectionCheck({ mode, target, clock, signal, onChange }: ConnectionCheckOptions): Promise<ConnectionCheck> {
  const id = randomUUID();
  const runners = createSteps(mode, target);
  const route: CheckRoute = mode === 'proxy' ? 'proxy' : target.tunnel ? 'tunnel' : 'straight';
  const names: readonly CheckStepName[] = checkSteps[route];
  let steps: readonly CheckStep[] = names.map((name) => ({
    name,
    title: titles[name],
    state: 'waiting',
    ms: null,
    finding: '',
    failure: null,
    action: null,
  }));

  const snapshot = (isRunning: boolean): ConnectionCheck => {
    const verdict = isRunning ? 'Looking…' : describeVerdict(steps);
    const state = { id, mode, isRunning, steps, verdict };
    return { ...state, text: formatCheckReport(target.profileName, state) };
  };
  const set = (name: CheckStepName, change: Partial<CheckStep>): void => {
    steps = steps.map((step) => (step.name === name ? { ...step, ...change } : step));
  };
  const notify = (): void => onChange(snapshot(true));

  for (const name of names) {
    set(name, { state: 'running' });
    notify();
    const startedAt = clock.now();
    const result = await runners[name](signal).catch((error: unknown) =>
      failed('unexpected', `The check made a mistake: ${String(error)}.`, 'Run it again.'),
    );
    const ms = clock.now() - startedAt;
    if (result.ok) {
      set(name, { state: 'good', ms, finding: result.value });
      continue;
    }
    // A cancelled step may look like a failed one.
    const failure = signal.aborted ? stopped : result.failure;
    steps = assignFailure(steps, { route: route, reportedBy: name, failure, ms });
    break;
  }
  const finished = snapshot(false);
  onChange(finished);
  return finished;
}

const stopped: Failure = textFailure('cancelled', 'The check was stopped.', 'Run it again.');

interface StepFailure {
  readonly route: CheckRoute;
  /** The step that reported it. */
  readonly reportedBy: CheckStepName;
  readonly failure: Failure;
  readonly ms: number;
}

/** Marks the step that a failure belongs to. It may be a later one than the step that reported it: sign-in fails while SSH connects. */
function assignFailure(steps: readonly CheckStep[], { route, reportedBy, ms, ...reported }: StepFailure): readonly CheckStep[] {
  const order = steps.map(({ name }) => name);
  const ownStep = remedyByFailure[reported.failure.code].step[route];
  const cause = order.includes(ownStep) && coveredSteps[reportedBy]?.includes(ownStep) === true ? ownStep : reportedBy;
  const at = order.indexOf(cause);
  const failure = remedyForCheck(reported.failure, route, cause);
  const action = remedyActionFor(failure.code, { route, step: cause });
  return steps.map((each, index) => {
    if (each.name === cause) return { ...each, state: 'bad', ms, finding: describeFailure(failure).message, failure, action };
    if (index < at && (each.state === 'running' || each.state === 'waiting'))
      return { ...each, state: 'good', ms: null, finding: 'Passed.' };
    if (index > at) return { ...each, state: 'waiting', ms: null, finding: 'Not tried.' };
    return each;
  });
}

/** Steps whose failures another step may report, because one operation can cover several steps. */
const coveredSteps: Readonly<Partial<Record<CheckStepName, readonly CheckStepName[]>>> = {
  ssh: ['host-key', 'identity'],
  forwarding: ['ssh', 'host-key', 'identity'],
  tls: ['tls-name'],
  completion: ['token'],
};

function describeVerdict(steps: readonly CheckStep[]): string {
  const bad = steps.find(({ state }) => state === 'bad');
  return bad?.failure ? failureSentences(bad.failure, { surface: 'window' }) : 'Everything works.';
}

const marks: Readonly<Record<CheckStep['state'], string>> = {
  waiting: '    ',
  running: '…   ',
  good: 'ok  ',
  bad: 'FAIL',
};

/** Formats the check as text for a colleague or the operator. It contains no secret. */
export function formatCheckReport(profileName: string, { mode, steps, verdict }: Omit<ConnectionCheck, 'text'>): string {
  const width = Math.max(...steps.map(({ title }) => title.length));
  const lines = steps.map(({ state, title, ms, finding }) => {
    const time = ms === null ? '' : ` (${Math.round(ms)} ms)`;
    return `${marks[state]} ${title.padEnd(width)}  ${finding}${time}`.trimEnd();
  });
  return [`Causeway connection check: ${profileName}, ${mode}`, ...lines, verdict, ''].join('\n');
}
