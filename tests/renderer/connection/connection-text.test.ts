import { expect, test } from 'vitest';
import type { ReadyConnection, TunnelPhase } from '../../../electron/contract/connection.ts';
import { connectionStateText as text, describeConnection } from '../../../electron/presentation/connection-text.ts';
import { readyConnection, tunnelIn } from './ready-connection.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';

const cause = 'The network is unreachable.';
const unreachable = recordedFailure('unreachable', cause, 'Check it.');
const through = (state: TunnelPhase, roundTripMs: number | null = null, earlier = 0): ReadyConnection =>
  readyConnection({ mode: 'direct', direct: { wanted: 'auto', now: 'tunnel', why: '' }, tunnel: tunnelIn(state, roundTripMs, earlier) });

// catches a state that is shown only by colour, or not at all
test.each<[string, ReadyConnection]>([
  [text.token('f3a2'), readyConnection()],
  [text.tokenUntilQuit('f3a2'), readyConnection({ token: { state: 'set', keeping: 'until-quit', since: null, tail: 'f3a2' } })],
  [text.readingToken, readyConnection({ token: { state: 'unread' } })],
  [text.noToken, readyConnection({ token: { state: 'not-set' } })],
  [text.unreadableToken, readyConnection({ token: { state: 'unreadable', failure: unreachable } })],
  [text.demoToken, readyConnection({ profile: { id: 'demo', name: 'Demo', isDemo: true } })],
  [text.withoutTunnel, readyConnection({ mode: 'direct', direct: { wanted: 'auto', now: 'straight', why: '' } })],
  [text.choosingRoute, readyConnection({ mode: 'direct' })],
  [text.noInstance, readyConnection({ mode: 'direct', direct: { wanted: 'tunnel', now: 'tunnel', why: '' } })],
  [`${text.connectedThrough('my-instance')} · ${text.roundTrip(38)}`, through({ kind: 'ready', since: 0 }, 38.4)],
  [text.connectedThrough('my-instance'), through({ kind: 'ready', since: 0 })],
  [text.idle('my-instance'), through({ kind: 'idle' })],
  [text.connecting('my-instance'), through({ kind: 'connecting', hop: null, identity: null })],
  [text.signingIn('jump', 'id_ed25519'), through({ kind: 'connecting', hop: 'jump', identity: 'id_ed25519' })],
  [text.checking('my-instance'), through({ kind: 'suspect', cause: 'silence' })],
  [text.because(text.reconnectingIn(4), cause), through({ kind: 'waiting-to-retry', until: 13_200, failure: unreachable })],
  [text.because(text.notConnected, cause), through({ kind: 'failed', failure: unreachable })],
  [
    `${text.connectedThrough('my-instance')} · ${text.roundTrip(38)} · ${text.earlierAnswers(1)}`,
    through({ kind: 'ready', since: 0 }, 38.4, 1),
  ],
  [`${text.connecting('my-instance')} · ${text.earlierAnswers(20)}`, through({ kind: 'connecting', hop: null, identity: null }, null, 20)],
  [text.stopped('my-instance'), through({ kind: 'stopped' })],
])('%s', (expected, connection) => expect(describeConnection(connection, 10_000)).toBe(expected));

test('shows no negative time when a wait is over', () =>
  expect(describeConnection(through({ kind: 'waiting-to-retry', until: 5000, failure: unreachable }), 10_000)).toContain(
    text.reconnectingIn(0),
  ));

test('leaves the round-trip time out where it would change all the time', () => {
  const connection = through({ kind: 'ready', since: 0 }, 38.4, 1);
  expect(describeConnection(connection, 0, { hasRoundTrip: false })).toBe(
    `${text.connectedThrough('my-instance')} · ${text.earlierAnswers(1)}`,
  );
});
