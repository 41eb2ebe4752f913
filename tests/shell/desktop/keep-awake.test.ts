import { expect, test } from 'vitest';
import type { EventMessage } from '../../../electron/contract/events.ts';
import { newRequest } from '../../../electron/core/local-api/inspector/inspector.ts';
import { createActivityTracker, keepAwake } from '../../../electron/shell/desktop/keep-awake.ts';
import { runningRun } from '../../support/running-run.ts';

const runs = (change: Partial<typeof runningRun>): EventMessage => ({ event: 'runs.changed', payload: [{ ...runningRun, ...change }] });
const turns = (...states: readonly ('answering' | 'running-tools' | 'waiting-for-user')[]): EventMessage => ({
  event: 'chat.turns',
  payload: states.map((state, at) => ({ conversationId: `c${at}`, messageId: `m${at}`, state, waiting: [] })),
});
const request = (id: number, durationMs: number | null, method = 'POST'): EventMessage => ({
  event: 'localApi.requests',
  payload: [{ ...newRequest(id, 0, { method, path: '/v1/chat/completions', userAgent: '' }), durationMs }],
});

test.each<readonly [string, readonly EventMessage[], readonly boolean[]]>([
  ['a run', [runs({}), runs({ state: 'paused' }), runs({}), runs({ state: 'finished' })], [true, false, true, false]],
  [
    'a run until it waits for the user',
    [
      runs({}),
      runs({ wait: { reason: 'token', failure: null, until: null } }),
      runs({ wait: { reason: 'busy', failure: null, until: null } }),
    ],
    [true, false, true],
  ],
  ['a run that is deleted', [runs({}), { event: 'runs.deleted', payload: ['r'] }], [true, false]],
  ['an answer', [turns('answering'), turns('running-tools'), turns('waiting-for-user'), turns()], [true, true, false, false]],
  ['one of two answers', [turns('waiting-for-user', 'answering'), turns('waiting-for-user')], [true, false]],
  ['requests', [request(1, null), request(2, null), request(1, 5), request(2, 5)], [true, true, true, false]],
  ['no forwarded connection', [request(1, null, 'CONNECT')], [false]],
  ['a run beside an answer', [runs({}), turns('answering'), runs({ state: 'finished' }), turns()], [true, true, true, false]],
])('counts %s as activity', (_, messages, activity) => {
  const isActive = createActivityTracker();
  expect(messages.map(isActive)).toEqual(activity);
});

test('keeps the computer awake from the first activity to the end of the last (catches one that never sleeps again)', () => {
  let send: (message: EventMessage) => void = () => undefined;
  const changes: string[] = [];
  let id = 0;
  const blocker = {
    start: () => {
      changes.push(`start ${id}`);
      return id++;
    },
    stop: (stopped: number) => changes.push(`stop ${stopped}`),
  };
  keepAwake((listener) => void (send = listener), blocker);
  for (const message of [turns(), turns('answering'), runs({}), turns(), runs({ state: 'stopped' }), turns(), request(1, null)])
    send(message);
  expect(changes).toEqual(['start 0', 'stop 0', 'start 1']);
});
