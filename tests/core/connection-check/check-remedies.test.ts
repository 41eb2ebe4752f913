import os from 'node:os';
import { describe, expect, test } from 'vitest';
import type { CheckRoute, CheckStep, CheckStepName } from '../../../electron/contract/connection-check.ts';
import type { Failure } from '../../../electron/contract/failure.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import { runConnectionCheck } from '../../../electron/core/connection-check/connection-check.ts';
import { isInstanceStep } from '../../../electron/contract/failure-remedies.ts';
import { readErrorBody } from '../../../electron/core/llm-client/errors/error-body.ts';
import { incompleteAnswerFailure, serviceFailure } from '../../../electron/core/llm-client/errors/service-failure.ts';
import { unavailableFailure } from '../../../electron/core/tunnel/lifecycle/dialer.ts';
import { sshErrorFailure } from '../../../electron/core/tunnel/openssh/ssh-process.ts';
import { authFailure, openFailure, sshFailure, timeoutFailure } from '../../../electron/core/tunnel/ssh2/ssh-failure.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { networkFailure } from '../../../electron/core/upstream/upstream.ts';
import { hopTo } from '../tunnel/host-keys/hop-fixture.ts';
import { brokenTarget, type BrokenParts } from './broken-target.ts';
import type { RenderedFailure } from '../../../electron/contract/failures/define.ts';
import { describeFailure, renderFailure } from '../../../electron/contract/failures/render-failure.ts';
import { checkPlace } from '../../../electron/presentation/connection-text.ts';

const hop = { ...hopTo('203.0.113.7'), name: 'lab' };
const target = { host: 'inference.example.org', port: 443 };
const tlsCodes = [
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'EPROTO',
];
const clientCodes = [
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
  'HPE_INVALID_CONSTANT',
];
const socketErrors = [...Object.keys(os.constants.errno), 'ENOTFOUND', 'EAI_AGAIN'].map(errorWith);
const forwardReasons = ['Connection refused', 'Connection timed out', 'No route to host', 'Name or service not known', 'odd'];

function errorWith(code: string): Error {
  return Object.assign(new Error(`something of ${code}`), { code });
}

/** Every failure that sockets, TLS and the service can cause. */
const ofTheService = (mode: Mode): readonly Failure[] => [
  ...[...socketErrors, ...[...tlsCodes, ...clientCodes].map(errorWith)].map((error) => networkFailure(error, 'chat.example.org')),
  ...[301, 400, 401, 403, 404, 408, 422, 429, 500, 503].flatMap((status) =>
    ['{"detail":"no"}', '<html></html>', '{"error":{"message":"The model x does not exist"}}'].map((text) =>
      serviceFailure({
        mode,
        status,
        body: readErrorBody(text, []),
        host: 'chat.example.org',
        model: 'x',
        segment: 'engine-b',
        hasToken: status !== 401 || text.includes('detail'),
        retryAfterMs: undefined,
      }),
    ),
  ),
  ...(['open', 'nothing', 'markup', 'too-long', 'malformed'] as const).flatMap((end) => {
    const answer = { parts: [], finish: null, usage: null, metrics: null, logprobs: null, timings: noTimings };
    const failure = incompleteAnswerFailure(end, answer, 'chat.example.org');
    return failure ? [failure] : [];
  }),
];
const noTimings = { firstTokenMs: null, totalMs: 1, tokensPerSecond: null, rateFrom: null };

const ofReachingTheInstance = socketErrors.map((error) => sshFailure(error, hop));
const ofTheLogin: readonly Failure[] = [
  ...ofReachingTheInstance,
  sshFailure(new Error('Handshake failed: no matching key exchange algorithm'), hop),
  sshErrorFailure('Unable to negotiate with 203.0.113.7 port 22: no matching host key type found.', hop),
  sshErrorFailure('Bad configuration option: knownhostscommand', hop),
  timeoutFailure(hop),
  authFailure(hop, ['password'], []),
  failure('host-key-differs', { hop: hop.name }),
  failure('host-key-not-trusted', { hop: hop.name }),
  unavailableFailure({ kind: 'stopped' }),
  unavailableFailure({ kind: 'failed', failure: sshFailure(errorWith('ECONNREFUSED'), hop) }),
];
const ofForwarding: readonly Failure[] = [
  ...ofTheLogin,
  openFailure(Object.assign(new Error('open failed'), { reason: 1 }), hop, target),
  ...forwardReasons.map((reason) => openFailure(Object.assign(new Error(reason), { reason: 2 }), hop, target)),
];

interface Combination {
  readonly route: CheckRoute;
  readonly part: keyof BrokenParts;
  readonly failures: readonly Failure[];
}

/** The combinations that can occur. */
const combinations: readonly Combination[] = [
  { route: 'tunnel', part: 'reach', failures: ofReachingTheInstance },
  { route: 'tunnel', part: 'tunnel', failures: ofTheLogin },
  { route: 'tunnel', part: 'probe', failures: ofForwarding },
  ...(['secured', 'list', 'answer'] as const).map((part) => ({ route: 'tunnel' as const, part, failures: ofTheService('direct') })),
  ...(['probe', 'secured', 'list', 'answer'] as const).map((part) => ({
    route: 'straight' as const,
    part,
    failures: ofTheService('direct'),
  })),
  ...(['probe', 'secured', 'answer'] as const).map((part) => ({ route: 'proxy' as const, part, failures: ofTheService('proxy') })),
];

/** A step with its failure as the window and the terminal show it. */
interface FailedStep extends CheckStep {
  readonly failure: Failure;
  readonly shown: readonly RenderedFailure[];
}

async function failedStep(route: CheckRoute, broken: BrokenParts): Promise<FailedStep> {
  const result = await runConnectionCheck({
    mode: route === 'proxy' ? 'proxy' : 'direct',
    target: brokenTarget(broken, route === 'tunnel'),
    clock: { now: () => 0 },
    signal: new AbortController().signal,
    onChange: () => undefined,
  });
  const bad = result.steps.find(({ state }) => state === 'bad');
  if (!bad?.failure) throw new Error('nothing was found');
  const { failure } = bad;
  const surfaces = ['check', 'terminal'] as const;
  return { ...bad, failure, shown: surfaces.map((surface) => renderFailure(failure, checkPlace(result, bad.name, surface))) };
}

const ofService = /base URL|web chat|API token|certificate|inference server|operator/i;
const ofInstance = /\bSSH\b|SSH config|host and port|username|host key|fingerprint/i;
const nothing = /(?!)/;

/** Returns texts and actions that would send the user to the wrong form at this step. */
function misleading(route: CheckRoute, step: CheckStepName): { readonly remedy: RegExp; readonly action: RegExp } {
  if (isInstanceStep(route, step)) return { remedy: ofService, action: /service|authorities|token|web-chat/ };
  // the instance connects to the inference server here, whose address is not the one the user entered
  if (step === 'forwarding') return { remedy: /base URL/, action: nothing };
  return { remedy: ofInstance, action: nothing };
}

/** Actions that make no sense on a route, because it is already active or they belong to another one. */
const impossible: Readonly<Record<CheckRoute, RegExp>> = {
  tunnel: /use-tunnel|enter-token|use-direct/,
  straight: /enter-token|use-direct/,
  proxy: /tunnel|instance/,
};

// catches a user who is sent to the wrong form: the service's address for an instance that is down, or the reverse
describe('remedies', () => {
  test.each(combinations)(
    'name the address of the failing stage and a remedy that fits it: $part on the $route route',
    async ({ route, part, failures }) => {
      for (const failure of new Map(failures.map((each) => [`${each.code} ${describeFailure(each).remedy}`, each])).values()) {
        const { name, action, shown } = await failedStep(route, { [part]: failure });
        const wrong = misleading(route, name);
        for (const { message, remedy } of shown) {
          const where = `${name}: ${message} ${remedy} [${action}]`;
          expect(remedy, where).toMatch(/^[A-Z].+\.$/s);
          expect(remedy, where).not.toMatch(wrong.remedy);
          expect(action ?? '', where).not.toMatch(wrong.action);
          expect(action ?? '', where).not.toMatch(impossible[route]);
          // a check saves no answer, has no user parameters, and is already running
          expect(remedy, where).not.toMatch(
            /partial answer|what came is kept|parameters you added|extra parameters|connection check|--check/i,
          );
        }
      }
    },
  );

  test('never suggest the tunnel for the proxy', async () => {
    for (const failure of ofTheService('proxy')) {
      const { shown } = await failedStep('proxy', { probe: failure });
      for (const { remedy } of shown) expect(remedy).not.toMatch(/tunnel/);
    }
  });
});

test('names a refusing instance by its own address, whatever alias the ssh config has', async () => {
  const { name, action, failure, shown } = await failedStep('tunnel', { reach: sshFailure(errorWith('ECONNREFUSED'), hop) });
  expect({ name, action, code: failure.code }).toEqual({ name: 'instance', action: 'edit-instance', code: 'connection-refused' });
  expect(failure).toMatchObject({ reason: 'ssh-refused', params: { address: 'lab (203.0.113.7:22)' } });
  for (const { remedy } of shown) expect(remedy).toContain('host and port');
});
