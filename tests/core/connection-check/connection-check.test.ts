import { describe, expect, test } from 'vitest';
import type { CheckRoute, ConnectionCheck } from '../../../electron/contract/connection-check.ts';
import { failureCodes, ok, type Failure, type FailureCode, type Result } from '../../../electron/contract/failure.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { runConnectionCheck, type CheckTarget } from '../../../electron/core/connection-check/connection-check.ts';
import { brokenTarget, type BrokenParts } from './broken-target.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';
import { failure as catalogued } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { checkStepTitles, describeVerdict, formatCheckReport } from '../../../electron/presentation/connection-text.ts';

const routes: readonly CheckRoute[] = ['tunnel', 'straight', 'proxy'];

function check(
  route: CheckRoute,
  broken: BrokenParts,
  onChange: (diagnosis: ConnectionCheck) => void = () => undefined,
): Promise<ConnectionCheck> {
  const mode: Mode = route === 'proxy' ? 'proxy' : 'direct';
  const target: CheckTarget = brokenTarget(broken, route === 'tunnel');
  return runConnectionCheck({ mode, target, clock: { now: () => 0 }, signal: new AbortController().signal, onChange });
}

const byProxy = { mode: 'proxy', clock: { now: () => 0 }, signal: new AbortController().signal, onChange: () => undefined } as const;

const failureOf = (code: FailureCode): Failure => recordedFailure(code, `It is ${code}.`);

describe.each(routes)('for the %s route', (route) => {
  // catches a failure without a location and a remedy
  test.each(failureCodes)('finds %s at one step with its message and remedy, wherever it occurs', async (code) => {
    for (const place of partsOn[route]) {
      const failure = failureOf(code);
      const result = await check(route, { [place]: failure });
      const { steps } = result;
      expect(steps.filter(({ state }) => state === 'bad').map((step) => step.failure)).toEqual([failure]);
      for (const surface of ['check', 'terminal'] as const) {
        expect(describeVerdict(result, surface)).toBe(`It is ${code}. Do this.`);
        expect(formatCheckReport(result, surface)).toContain(`It is ${code}.`);
      }
      const at = steps.findIndex(({ state }) => state === 'bad');
      expect(steps.slice(0, at).every(({ state }) => state === 'good')).toBe(true);
      expect(steps.slice(at + 1).every(({ state }) => state === 'waiting')).toBe(true);
    }
  });
});

const partsOn: Readonly<Record<CheckRoute, readonly (keyof BrokenParts)[]>> = {
  tunnel: ['reach', 'probe', 'secured', 'tunnel', 'list', 'answer'],
  straight: ['probe', 'secured', 'list', 'answer'],
  proxy: ['probe', 'secured', 'token', 'answer'],
};

test.each([
  ['ssh-auth', 'tunnel', 'tunnel', 'identity', 'edit-instance'],
  ['host-key-changed', 'tunnel', 'tunnel', 'host-key', 'confirm-new-instance'],
  ['ssh-handshake', 'tunnel', 'tunnel', 'ssh', 'edit-instance'],
  ['forwarding-forbidden', 'probe', 'tunnel', 'forwarding', 'edit-instance'],
  ['tls-name', 'secured', 'proxy', 'tls-name', 'edit-service'],
  ['tls-authority', 'secured', 'straight', 'tls', 'choose-authorities'],
  ['network-not-permitted', 'list', 'straight', 'models', 'use-tunnel'],
  ['network-not-permitted', 'list', 'tunnel', 'models', 'edit-instance'],
  ['token-refused', 'answer', 'proxy', 'token', 'enter-token'],
  ['token-forbidden', 'answer', 'proxy', 'token', 'open-web-chat'],
  // an address belongs to the stage that was checked
  ['connection-refused', 'reach', 'tunnel', 'instance', 'edit-instance'],
  ['connection-refused', 'probe', 'tunnel', 'forwarding', 'edit-service'],
  ['unreachable', 'probe', 'tunnel', 'forwarding', 'edit-service'],
  ['connection-refused', 'probe', 'proxy', 'reach', 'edit-service'],
  ['unreachable', 'probe', 'straight', 'reach', 'use-tunnel'],
  ['unreachable', 'probe', 'proxy', 'reach', 'run-again'],
  // the tunnel is required, but there is no instance
  ['tunnel-unavailable', 'probe', 'straight', 'reach', 'edit-instance'],
  ['unknown-model', 'list', 'tunnel', 'models', 'show-models'],
  // direct mode needs no token, and is already active
  ['keychain-missing', 'tunnel', 'tunnel', 'identity', 'run-again'],
  ['unsupported', 'answer', 'straight', 'completion', 'run-again'],
] as const)('assigns %s reported by %s on the %s route to %s and offers %s', async (code, place, route, step, action) => {
  const { steps } = await check(route, { [place]: failureOf(code) });
  expect(steps.find(({ state }) => state === 'bad')).toMatchObject({ name: step, action });
});

test("doesn't offer a connection that must not be made", async () => {
  const judged = await check('tunnel', { tunnel: failureOf('host-key-revoked') });
  expect(judged.steps.find(({ state }) => state === 'bad')).toMatchObject({ name: 'host-key', action: null });
});

test('never tells the user to run the check', async () => {
  const failure = catalogued('connection-broken', { host: 'chat.example.org' });
  expect(describeFailure(failure).remedy).toContain('run the connection check');
  for (const route of routes) {
    const result = await check(route, { probe: failure });
    for (const surface of ['check', 'terminal'] as const) {
      const verdict = describeVerdict(result, surface);
      expect(verdict).toContain(describeFailure(failure).message);
      expect(verdict).not.toMatch(/connection check|--check/);
    }
  }
});

test('reports each running step and runs nothing after the first failure', async () => {
  const reported: string[] = [];
  await check('proxy', { secured: failureOf('tls') }, ({ steps }) => {
    const running = steps.find(({ state }) => state === 'running');
    if (running) reported.push(running.name);
  });
  expect(reported).toEqual(['name', 'reach', 'tls']);
});

test('reports a step that throws as a finding (catches a hung window)', async () => {
  const target = { ...brokenTarget({}, false), token: (): Promise<Result<string>> => Promise.reject(new Error('a bug')) };
  expect((await runConnectionCheck({ ...byProxy, target })).steps.find(({ state }) => state === 'bad')).toMatchObject({
    name: 'token',
    failure: { reason: 'check-bug' },
  });
});

test.each(routes)(
  'reports that a check of the %s route was stopped (catches a step that takes its end for a connection failure)',
  async (route) => {
    for (const place of partsOn[route]) {
      const target = brokenTarget({ [place]: failureOf('unreachable') }, route === 'tunnel');
      const { steps } = await runConnectionCheck({
        ...byProxy,
        mode: route === 'proxy' ? 'proxy' : 'direct',
        target,
        signal: AbortSignal.abort(),
      });
      expect(
        steps.flatMap(({ failure }) => failure?.reason ?? []),
        place,
      ).toEqual(['check-stopped']);
    }
  },
);

test('contains no token in the text for a colleague', async () => {
  const target = { ...brokenTarget({}, false), token: async () => ok('sk-very-secret-f3a2') };
  const text = formatCheckReport(await runConnectionCheck({ ...byProxy, target }), 'check');
  expect(text).toContain(checkStepTitles.completion);
  expect(text).not.toContain('f3a2');
});
