import { expect, test } from 'vitest';
import { remedyActions, type CheckRoute, type RemedyAction } from '../../../electron/contract/connection-check.ts';
import { failureCodes } from '../../../electron/contract/failure.ts';
import { remedyActionFor, remedyByFailure, checkSteps } from '../../../electron/contract/failure-remedies.ts';
import { failureTexts } from '../../../electron/contract/failures/catalogue.ts';

const routes = Object.keys(checkSteps) as readonly CheckRoute[];

test.each(failureCodes)('has a step for %s on every route', (code) => {
  for (const route of routes) {
    expect(checkSteps[route], route).toContain(remedyByFailure[code].step[route]);
    const action = remedyActionFor({ code, reason: '' }, { route, step: remedyByFailure[code].step[route] });
    expect([...remedyActions, null]).toContain(action);
  }
});

// catches an instance form shown to a user who only dismissed the password question
test('offers a reconnect for a dismissed login and the instance form for a rejected one', () => {
  const at = { route: 'tunnel', step: 'identity' } as const;
  expect(remedyActionFor({ code: 'login-given-up', reason: '' }, at)).toBe('reconnect');
  expect(remedyActionFor({ code: 'ssh-auth', reason: '' }, at)).toBe('edit-instance');
  expect(remedyActionFor({ code: 'ssh-auth', reason: 'needs-system-ssh' }, at)).toBe('use-system-ssh');
});

/** Remedies for the service or the request, or that fix nothing by themselves. */
const otherRemedies = new Set<RemedyAction | null>([null, 'edit-service', 'use-proxy', 'use-direct', 'show-models', 'run-again']);

// catches a failure that the check could fix, but that doesn't offer the check
test('offers a connection check for connection failures', () => {
  const connectionCodes = failureCodes.filter((code) => !otherRemedies.has(remedyByFailure[code].action));
  expect(connectionCodes.length).toBeGreaterThan(10);
  expect(connectionCodes.filter((code) => !remedyByFailure[code].isCheckUseful)).toEqual([]);
});

test('doesn’t offer a connection check for request errors', () => {
  const own = ['cancelled', 'context-length', 'request-rejected', 'unknown-model', 'unsupported'] as const;
  expect(own.filter((code) => remedyByFailure[code].isCheckUseful)).toEqual([]);
});

// catches an obsolete entry: every code except the shell's own can occur
test('uses every failure code somewhere', () => {
  const used = new Set(Object.values(failureTexts).map(({ code }) => code));
  expect(failureCodes.filter((code) => !used.has(code))).toEqual([]);
});
