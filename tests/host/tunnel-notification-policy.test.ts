import { expect, test } from 'vitest';
import type { TunnelPhase } from '../../electron/contract/connection.ts';
import { createTunnelNotificationPolicy } from '../../electron/host/tunnel-notification-policy.ts';
import { readyConnection, tunnelIn } from '../renderer/connection/ready-connection.ts';

const failure = { code: 'unreachable', message: 'No route.', remedy: 'Wait.' } as const;
const retrying: TunnelPhase = { kind: 'waiting-to-retry', until: 0, failure };
const question = { kind: 'password', hop: 'lab', login: 'mara', isAgain: false } as const;

/** What was news, given states at times in seconds, of a profile. */
function news(changes: readonly (readonly [at: number, state: TunnelPhase, profile?: string])[]): readonly string[] {
  let now = 0;
  const newsOf = createTunnelNotificationPolicy(() => now);
  return changes.flatMap(([at, state, profile = 'one']) => {
    now = at * 1000;
    return newsOf(readyConnection({ profile: { id: profile, name: profile, isDemo: false }, tunnel: tunnelIn(state) }))?.title ?? [];
  });
}

test('a question is news once, however often the connection changes meanwhile', () => {
  const asked: TunnelPhase = { kind: 'waiting-for-user', question };
  expect(
    news([
      [0, asked],
      [1, asked],
      [2, { kind: 'connecting', hop: null, identity: null }],
      [3, asked],
    ]),
  ).toEqual(['my-instance needs you', 'my-instance needs you']);
});

test('a return is news only after more than a minute', () => {
  const ready: TunnelPhase = { kind: 'ready', since: 0 };
  expect(
    news([
      [0, ready],
      [1, retrying],
      [30, ready],
    ]),
  ).toEqual([]);
  expect(
    news([
      [0, ready],
      [1, retrying],
      [40, { kind: 'connecting', hop: null, identity: null }],
      [41, retrying],
      [62, ready],
    ]),
  ).toEqual(['Back: my-instance']);
});

test('a tunnel that was stopped or never up is no news when it comes', () => {
  const ready: TunnelPhase = { kind: 'ready', since: 0 };
  expect(
    news([
      [0, { kind: 'idle' }],
      [90, ready],
      [91, { kind: 'stopped' }],
      [300, ready],
    ]),
  ).toEqual([]);
  expect(
    news([
      [0, { kind: 'connecting', hop: null, identity: null }],
      [1, retrying],
      [300, ready],
    ]),
  ).toEqual([]);
});

// catches a new profile that is told as back because the one before it was away
test('what happened to the tunnel of another profile is no news of this one', () => {
  const ready: TunnelPhase = { kind: 'ready', since: 0 };
  expect(
    news([
      [0, ready],
      [1, retrying],
      [300, { kind: 'connecting', hop: null, identity: null }, 'two'],
      [301, ready, 'two'],
    ]),
  ).toEqual([]);
});

test('who is asked for an answer is not told that the tunnel is back', () => {
  const ready: TunnelPhase = { kind: 'ready', since: 0 };
  expect(
    news([
      [0, ready],
      [1, retrying],
      [300, { kind: 'waiting-for-user', question }],
      [301, ready],
    ]),
  ).toEqual(['my-instance needs you']);
});

test('nothing else is news: not that it is away, nor that it has failed or was given up', () => {
  const states: readonly TunnelPhase[] = [
    { kind: 'connecting', hop: 'lab', identity: null },
    { kind: 'ready', since: 0 },
    { kind: 'suspect', cause: 'silence' },
    retrying,
    { kind: 'failed', failure },
    { kind: 'stopped' },
    { kind: 'idle' },
  ];
  expect(news(states.map((state, index) => [index * 600, state]))).toEqual([]);
});

test('a connection without a tunnel is none', () => {
  const newsOf = createTunnelNotificationPolicy(() => 0);
  const { profile, mode } = readyConnection();
  expect(
    [{ state: 'starting' } as const, readyConnection(), { state: 'failed', chosen: { profile, mode }, failure } as const].map(newsOf),
  ).toEqual([undefined, undefined, undefined]);
});
