import { expect, test } from 'vitest';
import type { ReadyConnection, TunnelPhase } from '../../../electron/contract/connection.ts';
import { describeConnection } from '../../../electron/contract/connection-text.ts';
import { readyConnection, tunnelIn } from './ready-connection.ts';

const unreachable = { code: 'unreachable', message: 'The network is unreachable.', remedy: 'Check it.' } as const;
const through = (state: TunnelPhase, roundTripMs: number | null = null, earlier = 0): ReadyConnection =>
  readyConnection({ mode: 'direct', direct: { wanted: 'auto', now: 'tunnel', why: '' }, tunnel: tunnelIn(state, roundTripMs, earlier) });

// catches a state that is shown only by colour, or not at all
test.each<[string, ReadyConnection]>([
  ['token ends …f3a2', readyConnection()],
  ['token ends …f3a2, until you quit', readyConnection({ token: { state: 'set', keeping: 'until-quit', since: null, tail: 'f3a2' } })],
  ['reading the token', readyConnection({ token: { state: 'unread' } })],
  ['no token', readyConnection({ token: { state: 'not-set' } })],
  ['token can’t be read', readyConnection({ token: { state: 'unreadable', failure: unreachable } })],
  ['demo token', readyConnection({ profile: { id: 'demo', name: 'Demo', isDemo: true } })],
  ['on the network', readyConnection({ mode: 'direct', direct: { wanted: 'auto', now: 'straight', why: '' } })],
  ['finding the way', readyConnection({ mode: 'direct' })],
  ['no instance to go through', readyConnection({ mode: 'direct', direct: { wanted: 'tunnel', now: 'tunnel', why: '' } })],
  ['through tunnel to my-instance · 38 ms', through({ kind: 'ready', since: 0 }, 38.4)],
  ['through tunnel to my-instance', through({ kind: 'ready', since: 0 })],
  ['tunnel to my-instance starts when needed', through({ kind: 'idle' })],
  ['connecting to my-instance', through({ kind: 'connecting', hop: null, identity: null })],
  ['connecting to jump with id_ed25519', through({ kind: 'connecting', hop: 'jump', identity: 'id_ed25519' })],
  ['checking the tunnel to my-instance', through({ kind: 'suspect', cause: 'silence' })],
  ['reconnecting in 4 s (the network is unreachable)', through({ kind: 'waiting-to-retry', until: 13_200, failure: unreachable })],
  ['tunnel failed: the network is unreachable', through({ kind: 'failed', failure: unreachable })],
  [
    'tunnel failed: the SSH connection to lab broke',
    through({ kind: 'failed', failure: { ...unreachable, message: 'The SSH connection to lab broke.' } }),
  ],
  [
    'tunnel failed: lab shows another key (known_hosts line 1)',
    through({
      kind: 'failed',
      failure: { ...unreachable, message: 'lab shows another key (known_hosts line 1). It may be another instance.' },
    }),
  ],
  ['through tunnel to my-instance · 38 ms · 1 answer continues over the earlier connection', through({ kind: 'ready', since: 0 }, 38.4, 1)],
  [
    'connecting to my-instance · 20 answers continue over the earlier connection',
    through({ kind: 'connecting', hop: null, identity: null }, null, 20),
  ],
  ['tunnel to my-instance is stopped', through({ kind: 'stopped' })],
])('%s', (expected, connection) => {
  expect(describeConnection(connection, 10_000)).toBe(expected);
});

test('shows no negative time when a wait is over', () => {
  expect(describeConnection(through({ kind: 'waiting-to-retry', until: 5000, failure: unreachable }), 10_000)).toContain('in 0 s');
});
