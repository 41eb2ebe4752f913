import type { CheckStep, CheckStepName, ConnectionCheck } from '../contract/connection-check.ts';
import { checkSite } from '../contract/failure-remedies.ts';
import { failureSentences, renderFailure, type Place } from '../contract/failures/render-failure.ts';

/** The titles of the check's steps. */
export const checkStepTitles: Readonly<Record<CheckStepName, string>> = {
  name: 'DNS lookup',
  reach: 'Network',
  instance: 'Instance',
  ssh: 'SSH',
  'host-key': 'Host key',
  identity: 'Sign-in',
  forwarding: 'Port forwarding',
  tls: 'TLS',
  'tls-name': 'Certificate name',
  models: 'Model list',
  token: 'API token',
  completion: 'Test message',
};

/** The words for the results of a check and of its steps. Failures have their own text. */
export const checkResultText = {
  checking: 'Checking…',
  passed: 'Passed.',
  skipped: 'Skipped.',
  everythingWorks: 'Everything works.',
  reportTitle: (profile: string, mode: string) => `Causeway connection check: ${profile}, ${mode}`,
};

/** Where a check is shown. */
export type CheckSurface = 'check' | 'terminal';

/** Returns where a failure of a step is shown. */
export function checkPlace({ route }: Pick<ConnectionCheck, 'route'>, step: CheckStepName, surface: CheckSurface): Place {
  return { surface, site: checkSite(route, step) };
}

/** Describes what a step found. */
export function describeFinding(check: ConnectionCheck, { name, state, finding, failure }: CheckStep, surface: CheckSurface): string {
  if (failure !== null) return renderFailure(failure, checkPlace(check, name, surface)).message;
  switch (state) {
    case 'running':
      return checkResultText.checking;
    case 'good':
      return finding === '' ? checkResultText.passed : finding;
    case 'waiting':
    case 'bad':
      return check.isRunning ? '' : checkResultText.skipped;
  }
}

/** Describes the result in a sentence or two. */
export function describeVerdict(check: ConnectionCheck, surface: CheckSurface): string {
  if (check.isRunning) return checkResultText.checking;
  const bad = check.steps.find(({ failure }) => failure !== null);
  return bad?.failure ? failureSentences(bad.failure, checkPlace(check, bad.name, surface)) : checkResultText.everythingWorks;
}

const marks: Readonly<Record<CheckStep['state'], string>> = {
  waiting: '    ',
  running: '…   ',
  good: 'ok  ',
  bad: 'FAIL',
};

/** Formats the check as text for a colleague or the operator. It contains no secret. */
export function formatCheckReport(check: ConnectionCheck, surface: CheckSurface): string {
  const width = Math.max(...check.steps.map(({ name }) => checkStepTitles[name].length));
  const lines = check.steps.map((step) => {
    const time = step.ms === null ? '' : ` (${Math.round(step.ms)} ms)`;
    return `${marks[step.state]} ${checkStepTitles[step.name].padEnd(width)}  ${describeFinding(check, step, surface)}${time}`.trimEnd();
  });
  return [checkResultText.reportTitle(check.profileName, check.mode), ...lines, describeVerdict(check, surface), ''].join('\n');
}
