import { expect, it, onTestFinished, vi } from 'vitest';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import { must } from '../../support/must.ts';
import { answered, openTestRun } from './test-run.ts';

const minute = 60_000;

function useSimulatedTime(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

it('ends a run at its time limit, which excludes pauses', async () => {
  const run = await openTestRun(1000, { limits: { rows: null, tokens: null, minutes: 1 } });
  useSimulatedTime();
  run.service.respond = async (prompt) => {
    await new Promise((resolve) => void setTimeout(resolve, 1000));
    return answered(prompt);
  };
  await run.start();
  await vi.advanceTimersByTimeAsync(30_000);
  must(await run.lifecycle.pause('run'));
  await vi.advanceTimersByTimeAsync(10 * minute);
  await run.start();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(run.read().state).toBe('running');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run.read()).toMatchObject({ state: 'finished', reason: 'minutes' });
});

it('sends no more requests while many results can’t be written (catches results that pile up in memory and are lost in a crash)', async () => {
  const disk = Promise.withResolvers<Result<undefined>>();
  const run = await openTestRun(200, { concurrency: 4 });
  const { saveResults } = run.store;
  let isSlow = true;
  run.intercept('saveResults', async (batch) => (isSlow ? disk.promise : saveResults(batch)));
  await run.start();
  await expect.poll(() => run.requests.length).toBeGreaterThanOrEqual(32);
  await new Promise((resolve) => void setTimeout(resolve, 50));
  expect(run.requests.length).toBeLessThan(40);
  isSlow = false;
  disk.resolve(ok(undefined));
  await expect.poll(() => run.read().state).toBe('finished');
});
