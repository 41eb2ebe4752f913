import { randomUUID } from 'node:crypto';
import type { Diagnosis, DiagnosisStep, StepName } from '../../contract/diagnosis.ts';
import { failed, type Failure } from '../../contract/failure.ts';
import { actionFor, findings, roadSteps, type Road } from '../../contract/findings.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Clock } from '../support/clock.ts';
import { fitRemedy } from './fit-remedy.ts';
import type { DiagnosisGround } from './ground.ts';
import { describeDiagnosis } from './report-text.ts';
import { stepWork } from './steps.ts';

export type { DiagnosisGround, TunnelGround } from './ground.ts';
export { reachServer } from './reach-server.ts';

export interface DiagnoseOptions {
  readonly mode: Mode;
  readonly ground: DiagnosisGround;
  /** A steady clock: it measures. */
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Hears of every step as it goes. */
  readonly onChange: (diagnosis: Diagnosis) => void;
}

const titles: Readonly<Record<StepName, string>> = {
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
export async function diagnose({ mode, ground, clock, signal, onChange }: DiagnoseOptions): Promise<Diagnosis> {
  const id = randomUUID();
  const work = stepWork(mode, ground);
  const road: Road = mode === 'proxy' ? 'proxy' : ground.tunnel ? 'tunnel' : 'straight';
  const names: readonly StepName[] = roadSteps[road];
  let steps: readonly DiagnosisStep[] = names.map((name) => ({
    name,
    title: titles[name],
    state: 'waiting',
    ms: null,
    finding: '',
    failure: null,
    action: null,
  }));

  const picture = (isRunning: boolean): Diagnosis => {
    const verdict = isRunning ? 'Looking…' : verdictOf(steps);
    const face = { id, mode, isRunning, steps, verdict };
    return { ...face, text: describeDiagnosis(ground.profileName, face) };
  };
  const set = (name: StepName, change: Partial<DiagnosisStep>): void => {
    steps = steps.map((step) => (step.name === name ? { ...step, ...change } : step));
  };
  const tell = (): void => onChange(picture(true));

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
    steps = placeFailure(steps, { road, met: name, failure, ms });
    break;
  }
  const over = picture(false);
  onChange(over);
  return over;
}

const stopped: Failure = { code: 'cancelled', message: 'The check was stopped.', remedy: 'Run it again.' };

interface Trouble {
  readonly road: Road;
  /** The step that ran into it. */
  readonly met: StepName;
  readonly failure: Failure;
  readonly ms: number;
}

/** Marks the step the failure belongs to, which may be later than the one that met it: a login fails while SSH comes up. */
function placeFailure(steps: readonly DiagnosisStep[], { road, met, ms, ...trouble }: Trouble): readonly DiagnosisStep[] {
  const order = steps.map(({ name }) => name);
  const home = findings[trouble.failure.code].step[road];
  const cause = order.includes(home) && metBy[met]?.includes(home) === true ? home : met;
  const at = order.indexOf(cause);
  const failure = fitRemedy(trouble.failure, road, cause);
  const action = actionFor(failure.code, { road, step: cause });
  return steps.map((each, index) => {
    if (each.name === cause) return { ...each, state: 'bad', ms, finding: failure.message, failure, action };
    if (index < at && (each.state === 'running' || each.state === 'waiting'))
      return { ...each, state: 'good', ms: null, finding: 'Passed.' };
    if (index > at) return { ...each, state: 'waiting', ms: null, finding: 'Not tried.' };
    return each;
  });
}

/** Steps in whose place another may meet their trouble: one piece of work can stand for several of them. */
const metBy: Readonly<Partial<Record<StepName, readonly StepName[]>>> = {
  ssh: ['host-key', 'identity'],
  forwarding: ['ssh', 'host-key', 'identity'],
  tls: ['tls-name'],
  completion: ['token'],
};

function verdictOf(steps: readonly DiagnosisStep[]): string {
  const bad = steps.find(({ state }) => state === 'bad');
  return bad?.failure ? `${bad.failure.message} ${bad.failure.remedy}` : 'Everything works.';
}
