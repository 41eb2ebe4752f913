import { randomUUID } from 'node:crypto';
import type { ConnectionCheck, CheckStep, CheckStepName } from '../../contract/connection-check.ts';
import { failed, type Failure } from '../../contract/failure.ts';
import { remedyActionFor, remedyByFailure, checkSteps, type CheckRoute } from '../../contract/failure-remedies.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Clock } from '../shared/clock.ts';
import { remedyForCheck } from './remedy-for-check.ts';
import type { CheckTarget } from './check-target.ts';
import { formatCheckReport } from './check-report.ts';
import { stepWork } from './check-steps.ts';

export type { CheckTarget, TunnelProbe } from './check-target.ts';
export { probeServer } from './probe-server.ts';

export interface ConnectionCheckOptions {
  readonly mode: Mode;
  readonly ground: CheckTarget;
  /** A steady clock: it measures. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Hears of every step as it goes. */
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

/** Walks the way step by step and stops at the first cause. Never rejects. */
export async function runConnectionCheck({ mode, ground, clock, signal, onChange }: ConnectionCheckOptions): Promise<ConnectionCheck> {
  const id = randomUUID();
  const work = stepWork(mode, ground);
  const road: CheckRoute = mode === 'proxy' ? 'proxy' : ground.tunnel ? 'tunnel' : 'straight';
  const names: readonly CheckStepName[] = checkSteps[road];
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
    const verdict = isRunning ? 'Looking…' : verdictOf(steps);
    const face = { id, mode, isRunning, steps, verdict };
    return { ...face, text: formatCheckReport(ground.profileName, face) };
  };
  const set = (name: CheckStepName, change: Partial<CheckStep>): void => {
    steps = steps.map((step) => (step.name === name ? { ...step, ...change } : step));
  };
  const tell = (): void => onChange(snapshot(true));

  for (const name of names) {
    set(name, { state: 'running' });
    tell();
    const from = clock.now();
    const result = await work[name](signal).catch((error: unknown) =>
      failed('unexpected', `The check made a mistake: ${String(error)}.`, 'Run it again.'),
    );
    const ms = clock.now() - from;
    if (result.ok) {
      set(name, { state: 'good', ms, finding: result.value });
      continue;
    }
    // To a step that is stopped it may look like trouble on the way.
    const failure = signal.aborted ? stopped : result.failure;
    steps = assignFailure(steps, { road, met: name, failure, ms });
    break;
  }
  const over = snapshot(false);
  onChange(over);
  return over;
}

const stopped: Failure = { code: 'cancelled', message: 'The check was stopped.', remedy: 'Run it again.' };

interface Trouble {
  readonly road: CheckRoute;
  /** The step that ran into it. */
  readonly met: CheckStepName;
  readonly failure: Failure;
  readonly ms: number;
}

/** Marks the step the failure belongs to, which may be later than the one that met it: a login fails while SSH comes up. */
function assignFailure(steps: readonly CheckStep[], { road, met, ms, ...trouble }: Trouble): readonly CheckStep[] {
  const order = steps.map(({ name }) => name);
  const home = remedyByFailure[trouble.failure.code].step[road];
  const cause = order.includes(home) && alsoCovers[met]?.includes(home) === true ? home : met;
  const at = order.indexOf(cause);
  const failure = remedyForCheck(trouble.failure, road, cause);
  const action = remedyActionFor(failure.code, { route: road, step: cause });
  return steps.map((each, index) => {
    if (each.name === cause) return { ...each, state: 'bad', ms, finding: failure.message, failure, action };
    if (index < at && (each.state === 'running' || each.state === 'waiting'))
      return { ...each, state: 'good', ms: null, finding: 'Passed.' };
    if (index > at) return { ...each, state: 'waiting', ms: null, finding: 'Not tried.' };
    return each;
  });
}

/** Steps in whose place another may meet their trouble: one piece of work can stand for several of them. */
const alsoCovers: Readonly<Partial<Record<CheckStepName, readonly CheckStepName[]>>> = {
  ssh: ['host-key', 'identity'],
  forwarding: ['ssh', 'host-key', 'identity'],
  tls: ['tls-name'],
  completion: ['token'],
};

function verdictOf(steps: readonly CheckStep[]): string {
  const bad = steps.find(({ state }) => state === 'bad');
  return bad?.failure ? `${bad.failure.message} ${bad.failure.remedy}` : 'Everything works.';
}
