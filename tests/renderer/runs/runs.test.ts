import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import type { RunSummary } from '../../../electron/contract/runs.ts';
import { createRuns } from '../../../renderer/runs/runs.ts';
import { createFakeSession } from '../fake-session.ts';

/** A run of which only the id and the name matter here. */
const run = (id: string, name = id): RunSummary => ({ id, name, createdAt: 0 }) as RunSummary;

test('applies changes that arrive while the list is read (catches a finished run shown as running)', async () => {
  const { session, fake, answer } = await createFakeSession();
  const runs = createRuns(session);
  runs.load();
  fake.send({ event: 'runs.changed', payload: [run('b', 'finished')] });
  fake.send({ event: 'runs.deleted', payload: ['c'] });
  await answer('runs.list', ok([run('a'), run('b', 'running'), run('c')]));
  expect(runs.list.read().value).toEqual([run('a'), run('b', 'finished')]);
});

test('creates one run for a double press, and then another one (catches two drafts)', async () => {
  const { session, answer, calls } = await createFakeSession();
  const runs = createRuns(session);
  const draft = { ...run('a'), recipe: {} };
  void runs.create();
  void runs.create();
  await answer('runs.create', ok(draft));
  void runs.create();
  await answer('runs.change', ok(draft));
  expect([calls('runs.create').length, runs.openId.read()]).toEqual([1, 'a']);
  void runs.create();
  expect(calls('runs.create')).toHaveLength(2);
});
