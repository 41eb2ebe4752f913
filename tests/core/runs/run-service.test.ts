import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRunService } from '../../../electron/core/runs/run-service.ts';
import { must } from '../../support/must.ts';
import { answered, openTestRun } from './test-run.ts';

type TestRun = Awaited<ReturnType<typeof openTestRun>>;

/** Changes the service during the second request, so that a later one would be sent to the changed service. */
function changeAfterTwo({ service, requests }: TestRun, change: () => void): void {
  service.respond = (prompt) => {
    if (requests.length === 2) change();
    return answered(prompt);
  };
}

/** Waits until the run waits for this reason, and expects that nothing was sent or failed meanwhile. */
async function expectWait(run: TestRun, reason: string, failureReason: string): Promise<void> {
  await expect.poll(() => run.read().wait?.reason).toBe(reason);
  await expect.poll(() => run.read().progress.done).toBe(2);
  expect(run.read()).toMatchObject({ state: 'running', wait: { failure: { reason: failureReason } }, progress: { failed: 0 } });
  expect(run.requests).toHaveLength(2);
}

async function expectEnd(run: TestRun, done: number): Promise<void> {
  run.lifecycle.connectionChanged();
  await expect.poll(() => run.read().state).toBe('finished');
  expect(run.read().progress).toMatchObject({ done, failed: 0 });
}

describe('the service of a run', () => {
  it('stays with its profile when it is continued or retried (catches a host that answered no row)', async () => {
    const run = await openTestRun(5);
    changeAfterTwo(run, () => (run.service.profileId = 'other'));
    await run.start();
    await expectWait(run, 'profile', 'run-profile-inactive');
    must(await run.lifecycle.stop('run'));
    await run.start();
    await expectWait(run, 'profile', 'run-profile-inactive');
    expect(run.readStored().provenance?.serviceHost).toBe('lab.example.org');
  });

  it('continues with the active profile when its own no longer exists, but only if the user continues it', async () => {
    const run = await openTestRun(5);
    changeAfterTwo(run, () => {
      run.service.profileId = 'other';
      run.service.profiles = run.service.profiles.filter(({ id }) => id === 'other');
    });
    await run.start();
    await expectWait(run, 'profile', 'run-profile-deleted');
    must(await run.lifecycle.stop('run'));
    await run.start();
    await expectEnd(run, 5);
    expect(run.readStored().provenance).toMatchObject({ serviceHost: 'other.example.org', profile: { id: 'other' } });
  });

  it('uses the profile that is active at the start of a draft, also after a dry run with another one', async () => {
    const run = await openTestRun(7);
    must(await run.lifecycle.start('run', { isDryRun: true }));
    await expect.poll(() => run.read().state).toBe('draft');
    run.service.profileId = 'other';
    await run.start();
    await expectEnd(run, 7);
    expect(run.readStored().provenance?.serviceHost).toBe('other.example.org');
  });

  it('waits for Proxy if its model has no engine path (catches rows that fail at once after a switch to Direct)', async () => {
    const run = await openTestRun(5);
    run.service.mode = 'proxy';
    run.service.models = run.service.models.map((model) => ({ ...model, segment: null }));
    changeAfterTwo(run, () => (run.service.mode = 'direct'));
    await run.start();
    await expectWait(run, 'mode', 'engine-path-missing');
    run.service.mode = 'proxy';
    await expectEnd(run, 5);
    expect(run.requests.every((request) => request.startsWith('lab, proxy'))).toBe(true);
  });

  it('continues a chat in the other mode, which has the same models', async () => {
    const run = await openTestRun(5);
    changeAfterTwo(run, () => (run.service.mode = 'proxy'));
    await run.start();
    await expectEnd(run, 5);
    expect(run.requests.map((request) => request.split(':')[0])).toEqual(['lab, direct', 'lab, direct', ...Array(3).fill('lab, proxy')]);
  });

  it('waits for a model that is gone (catches rows that fail while an engine restarts)', async () => {
    const run = await openTestRun(5);
    const { models } = run.service;
    changeAfterTwo(run, () => (run.service.models = []));
    await run.start();
    await expectWait(run, 'model', 'model-unknown');
    run.service.models = models.map((model) => ({ ...model, presence: { proxy: 'listed', direct: 'gone' } }));
    run.lifecycle.connectionChanged();
    await expect.poll(() => run.read().wait?.failure?.reason).toBe('model-gone-in-mode');
    run.service.models = models;
    await expectEnd(run, 5);
  });

  it('notices that its model is back without a connection change (catches a run that waits forever)', async () => {
    const run = await openTestRun(5);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { models } = run.service;
    changeAfterTwo(run, () => (run.service.models = []));
    await run.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(run.read().wait).toMatchObject({ reason: 'model' });
    run.service.refreshModels = () => (run.service.models = models);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run.read()).toMatchObject({ state: 'finished', progress: { done: 5, failed: 0 } });
  });

  it('refreshes stale model lists before it waits (catches a wait for a model that is there)', async () => {
    const run = await openTestRun(1);
    await run.start();
    await expect.poll(() => run.read().state).toBe('finished');
    const { models } = run.service;
    run.service.models = models.map((model) => ({ ...model, presence: { proxy: 'gone', direct: 'gone' } }));
    run.service.refreshModels = () => (run.service.models = models);
    const reach = createRunService(run.readStored(), run.connection, () => 0);
    expect(await reach(new AbortController().signal, false)).toMatchObject({ kind: 'reached', service: { models } });
  });

  it('refreshes seldom although each refresh changes the connection (catches refreshes that cause each other)', async () => {
    const run = await openTestRun(5);
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    changeAfterTwo(run, () => (run.service.models = []));
    let refreshes = 0;
    run.service.refreshModels = () => {
      refreshes += 1;
      setTimeout(run.lifecycle.connectionChanged, 30);
    };
    await run.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run.read().wait).toMatchObject({ reason: 'model' });
    expect(refreshes).toBeGreaterThan(1);
    expect(refreshes).toBeLessThan(6);
  });

  it('refreshes for the models that rows of a batch name', async () => {
    const { readStored, connection, service } = await openTestRun(1, { kind: 'batch', models: [] });
    const { models } = service;
    service.models = [];
    service.refreshModels = () => (service.models = models);
    const reach = createRunService(readStored(), connection, () => 0);
    expect(await reach(new AbortController().signal, true)).toMatchObject({ kind: 'reached', service: { models } });
  });

  it('stops although a refresh takes long (catches a program that can’t end)', async () => {
    const run = await openTestRun(5);
    changeAfterTwo(run, () => (run.service.models = []));
    const started = Promise.withResolvers<undefined>();
    run.service.refreshModels = () => {
      started.resolve(undefined);
      return new Promise(() => undefined);
    };
    await run.start();
    await started.promise;
    expect(must(await run.lifecycle.stop('run'))).toMatchObject({ state: 'stopped' });
  });

  it('waits for the mode in which a batch was started, because its rows may need that', async () => {
    const { readStored, connection, service } = await openTestRun(1, { kind: 'batch', models: [] });
    const reachService = createRunService(readStored(), connection, () => 0);
    const reach = () => reachService(new AbortController().signal, false);
    expect(await reach()).toMatchObject({ kind: 'reached' });
    service.mode = 'proxy';
    const failure = { reason: 'run-mode-changed', params: { mode: 'direct' } };
    expect(await reach()).toMatchObject({ kind: 'interrupted', reason: 'mode', failure });
    service.mode = 'direct';
    expect(await reach()).toMatchObject({ kind: 'reached' });
  });

  it('fails only the rows of a model that the service never had', async () => {
    const models = ['beta', 'nobody'].map((model) => ({ id: model, model, parameters: {} }));
    const run = await openTestRun(5, { models });
    await run.start();
    await expect.poll(() => run.read().state).toBe('finished');
    expect(run.read().progress).toMatchObject({ done: 5, failed: 5, failures: [{ code: 'unknown-model', count: 5 }] });
  });
});
