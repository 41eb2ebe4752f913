import { expect, it } from 'vitest';
import { runsText } from '../../../electron/core/runs/text.ts';
import { must } from '../../support/must.ts';
import { answered, openTestRun } from './test-run.ts';

it('pauses when a few checks in a row take too long, without repairs (catches a window that stops for a second per row)', async () => {
  const run = await openTestRun(20, { answer: { kind: 'pattern', pattern: '^(a+)+$' }, concurrency: 4 });
  const slow = answered(`${'a'.repeat(40)}!`);
  run.service.respond = () => slow;
  await run.start();
  await expect.poll(() => run.read().state).toBe('paused');
  await expect.poll(() => run.read().progress.inFlight).toBe(0);
  await expect.poll(() => run.read().progress.failed).toBe(run.requests.length);
  expect(run.read()).toMatchObject({ reason: 'slow-check', progress: { done: 0, failures: [{ code: 'bad-answer' }] } });
  expect(run.requests.length).toBeLessThan(10);
  const { detail } = must(run.store.cell({ id: 'run', cell: { row: 1, variantId: 'm.t', repeat: 1 } }));
  expect(detail?.failure?.params).toEqual({ complaint: runsText.complaints.patternTooSlow });

  run.service.respond = () => answered('aaa');
  await run.start();
  await expect.poll(() => run.read().state).toBe('finished');
  expect(run.read().progress.done).toBeGreaterThan(10);
});

it('does not pause a dry run', async () => {
  const run = await openTestRun(4, { answer: { kind: 'pattern', pattern: '^(a+)+$' } });
  run.service.respond = () => answered(`${'a'.repeat(40)}!`);
  must(await run.lifecycle.start('run', { isDryRun: true }));
  await expect.poll(() => run.read().state).toBe('draft');
  expect(run.read().progress).toMatchObject({ done: 0, failed: 4, requests: 4 });
});
