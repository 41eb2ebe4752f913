import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import type { Outcome } from '../../../electron/core/llm-client/llm-client.ts';
import { answered, openTestRun, rejected } from './test-run.ts';

const minute = 60_000;
const failed = rejected(failure('service-failed', { status: 500, said: '', waitSeconds: null }), 500);
const unavailable = (status: number) => rejected(failure('engine-unavailable', { status, said: '', waitSeconds: null }), status);
const webPage = (status?: number) => rejected(failure('web-page-answered', { host: 'example.org' }), status);
const forbidden = rejected(failure('token-forbidden', { said: '' }), 403);

/** Starts a run in simulated time. A row without a response is answered. */
async function openRun(rows: number, respond: (row: number) => Outcome | Promise<Outcome> | null, changes: Partial<Recipe> = {}) {
  const run = await openTestRun(rows, changes);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  run.service.respond = (prompt) => respond(Number(prompt.split(' ')[1])) ?? answered(prompt);
  await run.start();
  return { ...run, countRequests: (row: number) => run.requests.filter((request) => request.endsWith(` ${row}`)).length };
}

describe('an outage of the service', () => {
  it.each([
    ['500', 'connection', failed],
    ['502', 'busy', unavailable(502)],
    ['504', 'busy', unavailable(504)],
    ['web pages', 'connection', webPage()],
    ['403', 'access', forbidden],
  ])('fails no row while all responses are %s (catches a table that fails at full speed)', async (_, reason, response) => {
    let isDown = true;
    const run = await openRun(40, () => (isDown ? response : null), { concurrency: 4 });
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(run.read()).toMatchObject({ state: 'running', wait: { reason }, progress: { done: 0, failed: 0 } });
    expect(run.requests.length).toBeLessThan(60);
    isDown = false;
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(run.read()).toMatchObject({ state: 'finished', progress: { done: 40, failed: 0 } });
  });

  it.each([
    ['web pages', webPage()],
    ['403', forbidden],
  ])(
    'fails no row early when the connection changes while all responses are %s (a new round-trip time is a change)',
    async (_, response) => {
      const run = await openRun(12, () => response);
      for (let seconds = 0; seconds < 600; seconds += 5) {
        run.lifecycle.connectionChanged();
        await vi.advanceTimersByTimeAsync(5000);
      }
      expect(run.read().progress).toMatchObject({ done: 0, failed: 0 });
      expect(run.requests.length).toBeLessThan(30);
    },
  );

  it.each([
    ['500', 3, failed, 1],
    ['500', 3, failed, 4],
    ['403', 3, forbidden, 1],
    ['403', 3, forbidden, 4],
    ['403', 12, forbidden, 4],
  ])(
    'fails no row however long all responses are %s, also in a table of %d rows (catches rows that fail one by one)',
    async (_, rows, response, concurrency) => {
      let isDown = true;
      const run = await openRun(rows, () => (isDown ? response : null), { concurrency });
      await vi.advanceTimersByTimeAsync(24 * 60 * minute);
      expect(run.read()).toMatchObject({ state: 'running', wait: { failure: response.failure }, progress: { done: 0, failed: 0 } });
      isDown = false;
      await vi.advanceTimersByTimeAsync(minute);
      expect(run.read()).toMatchObject({ state: 'finished', progress: { done: rows, failed: 0 } });
    },
  );

  it('fails no row while another one still waits for its response (catches quick failures of the same rows)', async () => {
    const slow = Promise.withResolvers<Outcome>();
    const run = await openRun(3, (row) => (row === 1 ? slow.promise : failed), { concurrency: 4 });
    await vi.advanceTimersByTimeAsync(minute);
    expect(run.read()).toMatchObject({ wait: null, progress: { failed: 0, requests: 3 } });
    slow.resolve(failed);
    await vi.advanceTimersByTimeAsync(minute);
    expect(run.read()).toMatchObject({ state: 'running', wait: { reason: 'connection' }, progress: { failed: 0 } });
  });

  it.each([
    ['500', failed],
    ['403', forbidden],
  ])('fails a single row and all repeats of one at %s, because the cause may be the row', async (_, response) => {
    const run = await openRun(1, () => response, { repeats: 2 });
    await vi.advanceTimersByTimeAsync(minute);
    expect(run.read()).toMatchObject({ state: 'finished', progress: { failed: 2, requests: 6 } });
  });

  it('fails only a row for which the service always returns 500, after three requests', async () => {
    const run = await openRun(40, (row) => (row === 7 ? failed : null), { concurrency: 4 });
    await vi.advanceTimersByTimeAsync(minute);
    expect(run.read()).toMatchObject({ state: 'finished', progress: { done: 39, failed: 1, failures: [{ code: 'service-error' }] } });
    expect(run.countRequests(7)).toBe(3);
  });
});

describe('rows that a gateway rejects', () => {
  const isBad = (row: number): boolean => row % 3 === 0;

  it('fails them at once if the rejection is about the request (catches a run that never ends)', async () => {
    const run = await openRun(40, (row) => (isBad(row) ? webPage(413) : null));
    await vi.advanceTimersByTimeAsync(minute);
    expect(run.read()).toMatchObject({ state: 'finished', progress: { done: 27, failed: 13, requests: 40 } });
  });

  it.each([
    ['three requests answered with 403', forbidden, 3],
    ['three requests answered with 500', failed, 3],
    ['five requests answered with a web page', webPage(), 5],
  ])('fails them after %s, and answers all others before', async (_, response, requests) => {
    const run = await openRun(40, (row) => (isBad(row) ? response : null));
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(run.read()).toMatchObject({ state: 'finished', progress: { done: 27, failed: 13 } });
    expect(run.countRequests(3)).toBe(requests);
    const lastGood = run.requests.findLastIndex((request) => !isBad(Number(request.split(' ').at(-1))));
    expect(lastGood).toBeLessThan(run.requests.length - 13);
  });

  it('ends although only such rows are left, but as slowly as before (catches rows that all fail with the first)', async () => {
    const run = await openRun(12, () => webPage());
    while (run.read().progress.failed === 0) await vi.advanceTimersByTimeAsync(1000);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(run.read().progress.failed).toBe(1);
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(run.read()).toMatchObject({ state: 'finished', progress: { done: 0, failed: 12, requests: 60 } });
  });
});
