import { describe, expect, it } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { must } from '../../support/must.ts';
import { result } from './store/open-test-store.ts';
import { answered, openTestRun, rejected } from './test-run.ts';

type TestRun = Awaited<ReturnType<typeof openTestRun>>;

/** Saves failed results of rows, and an answer of row 1. */
function saveFailures({ save }: TestRun, ...rows: readonly number[]): void {
  save([result(1, 0, 'good'), ...rows.map((row) => result(row, 0, '', { state: 'failed' }))]);
}

const requestsOf = (...rows: readonly number[]): readonly string[] => rows.map((row) => `lab, direct: row ${row}`);

describe('a retry of failed rows', () => {
  it('asks only them again and leaves the run stopped as before (catches requests for the rest of the table)', async () => {
    const run = await openTestRun(9);
    saveFailures(run, 2, 5, 8);
    must(run.store.change({ id: 'run', change: { state: 'stopped', reason: 'user' } }));
    expect(must(await run.lifecycle.retry('run', null))).toMatchObject({ state: 'running' });
    await expect.poll(() => run.read().state).toBe('stopped');
    expect(run.read()).toMatchObject({ reason: 'user', progress: { done: 4, failed: 0 } });
    expect(run.requests).toEqual(requestsOf(2, 5, 8));
    await run.start();
    await expect.poll(() => run.read().state).toBe('finished');
    expect(run.requests).toEqual(requestsOf(2, 5, 8, 3, 4, 6, 7, 9));
  });

  it('asks only the cells that failed in a row with several', async () => {
    const run = await openTestRun(3, { repeats: 3 });
    run.save([result(2, 0, 'good'), result(2, 2, '', { state: 'failed' }), result(3, 1, '', { state: 'invalid' })]);
    must(run.store.change({ id: 'run', change: { state: 'stopped', reason: 'user' } }));
    must(await run.lifecycle.retry('run', null));
    await expect.poll(() => run.read().state).toBe('stopped');
    expect(run.requests).toEqual(requestsOf(2, 3));
    const states = [0, 1, 2].map(
      (slot) => must(run.store.cell({ id: 'run', cell: { row: 2, variantId: 'm.t', repeat: slot + 1 } })).result?.state,
    );
    expect(states).toEqual(['done', undefined, 'done']);
  });

  it.each([
    ['tokens', { rows: null, tokens: 1, minutes: null }],
    ['minutes', { rows: null, tokens: null, minutes: 0.00001 }],
    ['rows', { rows: 2, tokens: null, minutes: null }],
  ] as const)(
    'asks them in a run that ended by its limit of %s (catches failures that are deleted but not repeated)',
    async (reason, limits) => {
      const run = await openTestRun(6, { limits });
      saveFailures(run, 2, 3);
      must(run.store.change({ id: 'run', change: { state: 'finished', reason } }));
      must(await run.lifecycle.retry('run', { row: 3, variantId: 'm.t', repeat: 1 }));
      await expect.poll(() => run.read().state).toBe('finished');
      expect(run.read().progress).toMatchObject({ done: 2, failed: 1 });
      must(await run.lifecycle.retry('run', null));
      await expect.poll(() => run.read().state).toBe('finished');
      expect(run.read()).toMatchObject({ reason, progress: { done: 3, failed: 0 } });
      expect(run.requests).toEqual(requestsOf(3, 2));
    },
  );

  it('takes a cell that failed again at once (catches a retry that waits for the end of all others)', async () => {
    const run = await openTestRun(9);
    saveFailures(run, 2, 5, 8);
    must(run.store.change({ id: 'run', change: { state: 'stopped', reason: 'user' } }));
    const held = Promise.withResolvers<undefined>();
    const isHeld = (prompt: string): boolean => prompt === 'row 5';
    run.service.respond = async (prompt) => {
      if (isHeld(prompt)) await held.promise;
      return run.requests.length === 1 ? rejected(failure('request-rejected', { status: 400, said: '' }), 400) : answered(prompt);
    };
    must(await run.lifecycle.retry('run', null));
    await expect.poll(() => run.readStored().failed).toBe(1); // row 2 has failed again, and row 5 is waiting
    await expect.poll(() => run.requests.length).toBe(2);
    const retried = must(await run.lifecycle.retry('run', { row: 2, variantId: 'm.t', repeat: 1 }));
    expect(retried).toMatchObject({ state: 'running', progress: { done: 1, failed: 0, failures: [] } });
    held.resolve(undefined);
    await expect.poll(() => run.read().state).toBe('stopped');
    expect(run.read().progress).toMatchObject({ done: 4, failed: 0 });
    expect(run.requests.toSorted()).toEqual(requestsOf(2, 2, 5, 8));
  });

  it('adds a cell that failed before the retry of another one (catches a cell that is not among the keys)', async () => {
    const run = await openTestRun(9);
    saveFailures(run, 2, 5, 8);
    must(run.store.change({ id: 'run', change: { state: 'stopped', reason: 'user' } }));
    const held = Promise.withResolvers<undefined>();
    run.service.respond = async (prompt) => {
      await held.promise;
      return answered(prompt);
    };
    must(await run.lifecycle.retry('run', { row: 5, variantId: 'm.t', repeat: 1 }));
    await expect.poll(() => run.requests.length).toBe(1);
    expect(must(await run.lifecycle.retry('run', null))).toMatchObject({ state: 'running', progress: { done: 1, failed: 0 } });
    held.resolve(undefined);
    await expect.poll(() => run.read().state).toBe('stopped');
    expect(run.read().progress).toMatchObject({ done: 4, failed: 0 });
    expect(run.requests).toEqual(requestsOf(5, 2, 8));
  });

  it('leaves a draft after a dry run (catches a run that starts with the whole table)', async () => {
    const run = await openTestRun(9);
    run.service.respond = () => rejected(failure('request-rejected', { status: 400, said: '' }), 400);
    must(await run.lifecycle.start('run', { isDryRun: true }));
    await expect.poll(() => run.read().state).toBe('draft');
    expect(run.read().progress.failed).toBe(5);
    must(await run.lifecycle.retry('run', null));
    await expect.poll(() => run.read().state).toBe('draft');
    expect(run.requests).toEqual(requestsOf(1, 2, 3, 4, 5, 1, 2, 3, 4, 5));
  });
});
