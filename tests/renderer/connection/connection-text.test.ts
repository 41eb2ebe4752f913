import { expect, test } from 'vitest';
import type { ReadyConnection, TunnelPhase } from '../../../electron/contract/connection.ts';
import { describeConnection } from '../../../electron/contract/connection-text.ts';
import { readyConnection, tunnelIn } from './ready-connection.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';

const unreachable = recordedFailure('unreachable', 'The network is unreachable.', 'Check it.');
const through = (state: TunnelPhase, roundTripMs: number | null = null, earlier = 0): ReadyConnection =>
  readyConnection({ mode: 'direct', direct: { wanted: 'auto', now: 'tunnel', why: '' }, tunnel: tunnelIn(state, roundTripMs, earlier) });

// catches a state that is shown only by colour, or not at all
test.each<[string, ReadyConnection]>([
  ['API token …f3a2', readyConnection()],
  ['API token …f3a2 (until you quit)', readyConnection({ token: { state: 'set', keeping: 'until-quit', since: null, tail: 'f3a2' } })],
  ['Reading API token…', readyConnection({ token: { state: 'unread' } })],
  ['No API token', readyConnection({ token: { state: 'not-set' } })],
  ['Can’t read API token', readyConnection({ token: { state: 'unreadable', failure: unreachable } })],
  ['Demo API token', readyConnection({ profile: { id: 'demo', name: 'Demo', isDemo: true } })],
  ['Connected without a tunnel', readyConnection({ mode: 'direct', direct: { wanted: 'auto', now: 'straight', why: '' } })],
  ['Choosing a route…', readyConnection({ mode: 'direct' })],
  ['No instance configured', readyConnection({ mode: 'direct', direct: { wanted: 'tunnel', now: 'tunnel', why: '' } })],
  ['Connected through my-instance · 38 ms', through({ kind: 'ready', since: 0 }, 38.4)],
  ['Connected through my-instance', through({ kind: 'ready', since: 0 })],
  ['Tunnel to my-instance starts when needed', through({ kind: 'idle' })],
  ['Connecting to my-instance…', through({ kind: 'connecting', hop: null, identity: null })],
  ['Connecting to jump with id_ed25519…', through({ kind: 'connecting', hop: 'jump', identity: 'id_ed25519' })],
  ['Checking tunnel to my-instance…', through({ kind: 'suspect', cause: 'silence' })],
  ['Reconnecting in 4 s. The network is unreachable.', through({ kind: 'waiting-to-retry', until: 13_200, failure: unreachable })],
  ['Not connected. The network is unreachable.', through({ kind: 'failed', failure: unreachable })],
  ['Connected through my-instance · 38 ms · 1 answer continues over the earlier connection', through({ kind: 'ready', since: 0 }, 38.4, 1)],
  [
    'Connecting to my-instance… · 20 answers continue over the earlier connection',
    through({ kind: 'connecting', hop: null, identity: null }, null, 20),
  ],
  ['Tunnel to my-instance is stopped', through({ kind: 'stopped' })],
])('%s', (expected, connection) => {
  expect(describeConnection(connection, 10_000)).toBe(expected);
});

test('shows no negative time when a wait is over', () => {
  expect(describeConnection(through({ kind: 'waiting-to-retry', until: 5000, failure: unreachable }), 10_000)).toContain('in 0 s');
});

test('leaves the round-trip time out where it would change all the time', () => {
  const connection = through({ kind: 'ready', since: 0 }, 38.4, 1);
  expect(describeConnection(connection, 0, { hasRoundTrip: false })).toBe(
    'Connected through my-instance · 1 answer continues over the earlier connection',
  );
});
