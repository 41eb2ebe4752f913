import { expect, test } from 'vitest';
import { failure as refused } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { createRunNotificationPolicy, describeRuns } from '../../electron/host/run-notification-policy.ts';
import { hostText } from '../../electron/host/text.ts';
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

test.each(['storage', 'profile', 'mode', 'model'] as const)('notifies when a run waits for its %s, which may last', (reason) => {
  const next = createRunNotificationPolicy();
  next(run);
  expect(next({ ...run, wait: { reason, failure: null, until: null } })).toEqual(hostText.runs.waiting('Reviews', null));
});

test('describes all running runs in one line for the tray', () => {
  expect(describeRuns([{ ...run, state: 'finished' }])).toBeUndefined();
  expect(describeRuns([run])).toBe(hostText.runs.progress('Reviews', 50, false));
  expect(describeRuns([run, { ...run, id: 's' }])).toBe(hostText.runs.running(2));
});
