import { expect, onTestFinished, test } from 'vitest';
import { must } from '../../support/must.ts';
import { connectTo, startTestService } from '../../support/test-service.ts';
import { call, openRunFixture, stallAfter } from './runs-fixture.ts';

test('waits while another profile is active, sends it nothing, and continues by itself with its own', async () => {
  const bed = await openRunFixture({ rows: 30, changes: { concurrency: 3 } });
  const { handlers, runs } = bed.core;
  const { activeId } = must(await handlers['profiles.read'](undefined, call));
  const release = stallAfter(bed.service.demo, 5);
  must(await runs.start({ id: bed.id }, call));
  await bed.untilDone(5);

  const other = await startTestService();
  onTestFinished(other.close);
  await connectTo(bed.core, other, { name: 'Other', hasInstance: false });
  release();
  await expect.poll(async () => (await bed.read()).wait?.reason).toBe('profile');
  const failure = { reason: 'run-profile-inactive', params: { profile: 'Cloud', id: activeId } };
  expect(await bed.read()).toMatchObject({ state: 'running', wait: { failure, until: null }, progress: { failed: 0 } });

  must(await handlers['profiles.activate']({ id: activeId ?? '' }, call));
  expect((await bed.until('finished')).progress).toMatchObject({ done: 30, failed: 0 });
  expect(other.demo.requests().filter(({ endpoint }) => endpoint === 'chat')).toEqual([]);
});
