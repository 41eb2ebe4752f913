import { expect, test } from 'vitest';
import type { TunnelPhase } from '../../electron/contract/connection.ts';
import { createTunnelNotificationPolicy } from '../../electron/host/tunnel-notification-policy.ts';
import { readyConnection, tunnelIn } from '../renderer/connection/ready-connection.ts';
import { hostText } from '../../electron/host/text.ts';
import { recordedFailure } from '../support/recorded-failure.ts';

const signIn = hostText.notifications.signIn('my-instance').title;
const reconnected = hostText.notifications.reconnected('my-instance').title;

const failure = recordedFailure('unreachable', 'No route.', 'Wait.');
const retrying: TunnelPhase = { kind: 'waiting-to-retry', until: 0, failure };
const question = { kind: 'password', hop: 'lab', login: 'mara', isAgain: false } as const;

/** Returns the notifications for a profile's states at times in seconds. */
function news(changes: readonly (readonly [at: number, state: TunnelPhase, profile?: string])[]): readonly string[] {
  let now = 0;
  const notificationFor = createTunnelNotificationPolicy(() => now);
  return changes.flatMap(([at, state, profile = 'one']) => {
    now = at * 1000;
    return (
      notificationFor(readyConnection({ profile: { id: profile, name: profile, isDemo: false }, tunnel: tunnelIn(state) }))?.title ?? []
    );
  });
}

test('notifies once of a question, however often the connection changes', () => {
  const asked: TunnelPhase = { kind: 'waiting-for-user', question };
  expect(
    news([
      [0, asked],
      [1, asked],
      [2, { kind: 'connecting', hop: null, identity: null }],
      [3, asked],
    ]),
  ).toEqual([signIn, signIn]);
});

test('notifies that the tunnel is back only after an outage of more than a minute', () => {
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
  ).toEqual([reconnected]);
});

test('doesn’t notify when a stopped or new tunnel comes up', () => {
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

// catches a new profile reported as back because the previous one was down
test('ignores the history of another profile’s tunnel', () => {
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

test('doesn’t notify that the tunnel is back after asking the user', () => {
  const ready: TunnelPhase = { kind: 'ready', since: 0 };
  expect(
    news([
      [0, ready],
      [1, retrying],
      [300, { kind: 'waiting-for-user', question }],
      [301, ready],
    ]),
  ).toEqual([signIn]);
});

test('doesn’t notify of outages and failures', () => {
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

test('doesn’t notify without a tunnel', () => {
  const notificationFor = createTunnelNotificationPolicy(() => 0);
  const { profile, mode } = readyConnection();
  expect(
    [{ state: 'starting' } as const, readyConnection(), { state: 'failed', chosen: { profile, mode }, failure } as const].map(
      notificationFor,
    ),
  ).toEqual([undefined, undefined, undefined]);
});
