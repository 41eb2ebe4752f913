import { expect, test } from 'vitest';
import type { TunnelPhase } from '../../electron/contract/connection.ts';
import { createTunnelNotificationPolicy, createRunNotificationPolicy, describeRuns } from '../../electron/host/watch-notifications.ts';
import { readyConnection, tunnelIn } from '../renderer/connection/ready-connection.ts';
import { hostText } from '../../electron/host/text.ts';
import { recordedFailure } from '../support/recorded-failure.ts';
import { failure as refused } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { runningRun as run } from '../support/running-run.ts';

test('notifies once when a long run ends, but not for a short or stopped one', () => {
  const next = createRunNotificationPolicy();
  const finished = { ...run, state: 'finished', endedAt: 60_000 } as const;
  expect(next(finished)).toBeUndefined(); // it ended before this program looked
  next(run);
  expect(next(finished)).toEqual(hostText.runs.finished('Reviews', 4, 1));
  expect(next(finished)).toBeUndefined();
  next(run);
  expect(next({ ...finished, endedAt: 3000 })).toBeUndefined();
  next(run);
  expect(next({ ...run, state: 'stopped', endedAt: 60_000 })).toBeUndefined();
});

test('notifies once when a run needs the user', () => {
  const next = createRunNotificationPolicy();
  const failure = refused('token-refused', { said: '' });
  const waiting = { ...run, wait: { reason: 'token', failure, until: null } } as const;
  expect(next(run)).toBeUndefined();
  expect(next(waiting)).toEqual(hostText.runs.waiting('Reviews', describeFailure(failure).message));
  expect(next(waiting)).toBeUndefined();
});

test.each(['access', 'storage', 'profile', 'mode', 'model'] as const)('notifies when a run waits for its %s, which may last', (reason) => {
  const next = createRunNotificationPolicy();
  next(run);
  expect(next({ ...run, wait: { reason, failure: null, until: null } })).toEqual(hostText.runs.waiting('Reviews', null));
});

test('describes all running runs in one line for the tray', () => {
  expect(describeRuns([{ ...run, state: 'finished' }])).toBeUndefined();
  expect(describeRuns([run])).toBe(hostText.runs.progress('Reviews', 50, false));
  expect(describeRuns([run, { ...run, id: 's' }])).toBe(hostText.runs.running(2));
});

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
