import { randomUUID } from 'node:crypto';
import type { CheckRoute, ConnectionCheck, CheckStep, CheckStepName } from '../../contract/connection-check.ts';
import type { Failure } from '../../contract/failure.ts';
import { fail, failure as failureOf } from '../../contract/failures/fail.ts';
import { remedyActionFor, remedyByFailure, checkSteps } from '../../contract/failure-remedies.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Clock } from '../shared/clock.ts';
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
  readonly onChange: (check: ConnectionCheck) => void;
}

/** Runs the steps in order and stops at the first failure. Never rejects. */
export async function runConnectionCheck({ mode, target, clock, signal, onChange }: ConnectionCheckOptions): Promise<ConnectionCheck> {
  const id = randomUUID();
  const runners = createSteps(mode, target);
  const route: CheckRoute = mode === 'proxy' ? 'proxy' : target.tunnel ? 'tunnel' : 'straight';
  const names: readonly CheckStepName[] = checkSteps[route];
  let steps: readonly CheckStep[] = names.map((name) => ({
    name,
    state: 'waiting',
    ms: null,
    finding: '',
    failure: null,
    action: null,
  }));

  const snapshot = (isRunning: boolean): ConnectionCheck => ({ id, profileName: target.profileName, mode, route, isRunning, steps });
  const set = (name: CheckStepName, change: Partial<CheckStep>): void => {
    steps = steps.map((step) => (step.name === name ? { ...step, ...change } : step));
  };
  const notify = (): void => onChange(snapshot(true));

  for (const name of names) {
    set(name, { state: 'running' });
    notify();
    const startedAt = clock.now();
    const result = await runners[name](signal).catch((error: unknown) => fail('check-bug', { detail: String(error) }));
    const ms = clock.now() - startedAt;
    if (result.ok) {
      set(name, { state: 'good', ms, finding: result.value });
      continue;
    }
    // A cancelled step may look like a failed one.
    const failure = signal.aborted ? stopped : result.failure;
    steps = assignFailure(steps, { route, reportedBy: name, failure, ms });
    break;
  }
  const finished = snapshot(false);
  onChange(finished);
  return finished;
}

const stopped: Failure = failureOf('check-stopped');

interface StepFailure {
  readonly route: CheckRoute;
  /** The step that reported it. */
  readonly reportedBy: CheckStepName;
  readonly failure: Failure;
  readonly ms: number;
}

/** Marks the step that a failure belongs to. It may be a later one than the step that reported it: sign-in fails while SSH connects. */
function assignFailure(steps: readonly CheckStep[], { route, reportedBy, failure, ms }: StepFailure): readonly CheckStep[] {
  const order = steps.map(({ name }) => name);
  const ownStep = remedyByFailure[failure.code].step[route];
  const cause = order.includes(ownStep) && coveredSteps[reportedBy]?.includes(ownStep) === true ? ownStep : reportedBy;
  const at = order.indexOf(cause);
  const action = remedyActionFor(failure, { route, step: cause });
  return steps.map((each, index) => {
    if (each.name === cause) return { ...each, state: 'bad', ms, finding: '', failure, action };
    if (index < at && (each.state === 'running' || each.state === 'waiting')) return { ...each, state: 'good', ms: null, finding: '' };
    if (index > at) return { ...each, state: 'waiting', ms: null, finding: '' };
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
