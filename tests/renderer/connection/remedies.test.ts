import { expect, test } from 'vitest';
import { remedyActions } from '../../../electron/contract/connection-check.ts';
import { isOffered, pathProblem } from '../../../renderer/connection/remedies.tsx';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import type { Failure, FailureCode } from '../../../electron/contract/failure.ts';
import { readyConnection, tunnelIn } from './ready-connection.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';

test('offers neither edits nor the web chat of the demo (catches a button that does nothing, or opens an address without a port)', () => {
  const left = ['enter-token', 'edit-service', 'edit-instance', 'choose-authorities', 'use-tunnel', 'use-system-ssh'];
  const isLeft = (action: (typeof remedyActions)[number]) => isOffered(action, false) && !isOffered(action, true);
  expect(new Set(remedyActions.filter(isLeft))).toEqual(new Set([...left, 'open-web-chat']));
});

test('offers every remedy for the user’s profiles, except the check, which has its button (catches two of them)', () =>
  expect(remedyActions.filter((action) => !isOffered(action, false))).toEqual(['run-again']));

const failure = (code: FailureCode): Failure => recordedFailure(code);
const direct = { wanted: 'auto', now: 'tunnel', why: 'This network is not permitted.' } as const;
const straight = { wanted: 'auto', now: 'straight', why: 'The engines answer.' } as const;
const listed = (code: FailureCode | null) => ({ mode: 'direct', segment: 'engine-b', ms: 5, failure: code && failure(code) }) as const;
const failedTunnel = (code: FailureCode) => tunnelIn({ kind: 'failed', failure: failure(code) });

// catches a problem without the button that would fix it, or with another one's button
test.each<[string, Partial<ReadyConnection>, FailureCode | undefined, string | undefined]>([
  [
    'a proxy without a token',
    { mode: 'proxy', token: { state: 'not-set' }, lists: [{ mode: 'proxy', segment: null, ms: 0, failure: failure('token-missing') }] },
    'token-missing',
    'enter-token',
  ],
  ['a login that was given up', { mode: 'direct', direct, tunnel: failedTunnel('login-given-up') }, 'login-given-up', 'reconnect'],
  [
    'an instance that refuses',
    { mode: 'direct', direct, tunnel: failedTunnel('connection-refused') },
    'connection-refused',
    'edit-instance',
  ],
  [
    'a server that refuses behind the instance',
    { mode: 'direct', direct, tunnel: tunnelIn({ kind: 'ready', since: 0 }), lists: [listed('connection-refused')] },
    'connection-refused',
    'edit-service',
  ],
  [
    'a network that is not let in',
    { mode: 'direct', direct: straight, lists: [listed('network-not-permitted')] },
    'network-not-permitted',
    'use-tunnel',
  ],
  ['a revoked key', { mode: 'direct', direct, tunnel: failedTunnel('host-key-revoked') }, 'host-key-revoked', undefined],
  ['a tunnel that was stopped', { mode: 'direct', direct, tunnel: tunnelIn({ kind: 'stopped' }) }, undefined, 'start-tunnel'],
])('%s', (_what, connection, code, action) => {
  const problem = pathProblem(readyConnection(connection));
  expect(problem).toMatchObject({ ...(code === undefined ? { failure: undefined } : { failure: { code } }), action });
});

test('returns no problem for a working path, and no edit action for the demo', () => {
  expect(pathProblem(readyConnection({ mode: 'direct', direct: straight, lists: [listed(null)] }))).toBeUndefined();
  const demo = readyConnection({ mode: 'direct', direct, tunnel: failedTunnel('ssh-auth') });
  expect(pathProblem({ ...demo, profile: { ...demo.profile, isDemo: true } })).toMatchObject({ action: undefined });
});
