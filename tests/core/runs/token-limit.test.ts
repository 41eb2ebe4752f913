import { describe, expect, it } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { must } from '../../support/must.ts';
import { answered, openTestRun, rejected } from './test-run.ts';

const limits = { rows: null, tokens: 5, minutes: null };
const labels = { kind: 'labels', labels: ['Yes', 'No'] } as const;
const refused = rejected(failure('rate-limited', { said: '', waitSeconds: null }), 429);
const broken = rejected(failure('connection-broken', { host: 'lab.example.org' }));

describe('the token limit of a run', () => {
  it.each([
    ['refused', refused],
    ['interrupted', broken],
  ])('counts the first answer when its repair is %s (catches answers that are paid but not counted)', async (_, second) => {
    const run = await openTestRun(3, { limits, answer: labels });
    run.service.respond = (prompt) => (prompt.startsWith('row') ? answered('neither') : second);
    await run.start();
    await expect.poll(() => run.read().state).toBe('finished');
    expect(run.read()).toMatchObject({ reason: 'tokens', progress: { done: 0, failed: 0, requests: 2 } });
    expect(run.readStored().spentTokens).toBe(5);
  });

  it('includes results that were retried (catches a run that exceeds its limit by retries)', async () => {
    const run = await openTestRun(3, { limits, answer: labels });
    run.service.respond = () => answered('neither');
    await run.start();
    await expect.poll(() => run.read().state).toBe('finished');
    expect(run.read()).toMatchObject({ reason: 'tokens', progress: { failed: 1, promptTokens: 6, completionTokens: 4 } });
    must(run.store.retry({ id: 'run', cell: null, isNew: true }));
    expect(run.readStored()).toMatchObject({ promptTokens: 0, spentTokens: 10 });
    await run.start();
    await expect.poll(() => run.read().state).toBe('finished');
    expect(run.read()).toMatchObject({ reason: 'tokens', progress: { requests: 2 } });
    const { recipe } = run.readStored();
    expect(must(run.store.changeRecipe({ id: 'run', recipe, dropsResults: true })).spentTokens).toBe(0);
  });

  it('estimates the tokens of answers without usage (catches a limit that never ends a run)', async () => {
    const run = await openTestRun(3, { limits });
    const { answer } = answered('an answer of 28 characters..');
    run.service.respond = () => ({ answer: { ...answer, usage: null }, failure: null });
    await run.start();
    await expect.poll(() => run.read().state).toBe('finished');
    expect(run.read()).toMatchObject({ reason: 'tokens', progress: { done: 1, promptTokens: 0 } });
    expect(run.readStored().spentTokens).toBe(9); // 34 characters
  });

  it('counts nothing for requests without an answer', async () => {
    const run = await openTestRun(1, { limits });
    run.service.respond = () => rejected(failure('request-rejected', { status: 400, said: '' }), 400);
    await run.start();
    await expect.poll(() => run.read().state).toBe('finished');
    expect(run.read()).toMatchObject({ reason: 'complete', progress: { failed: 1 } });
    expect(run.readStored().spentTokens).toBe(0);
  });
});
