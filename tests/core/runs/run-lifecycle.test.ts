import { describe, expect, it } from 'vitest';
import { fail } from '../../../electron/contract/failures/fail.ts';
import type { RunState } from '../../../electron/contract/runs.ts';
import { must } from '../../support/must.ts';
import { result } from './store/open-test-store.ts';
import { openTestRun } from './test-run.ts';

/** Opens a finished run with two failed cells, whose service can't be reached. Only cells in `slots` have a result. */
async function openLifecycle(slots: readonly number[] = [0, 1, 2, 3]) {
  const { store, save, service, lifecycle, intercept, readStored: read } = await openTestRun(1, { repeats: 4 });
  service.failure = fail('host-unreachable', { host: 'example.org' });
  const results = slots.map((slot) => (slot < 2 ? result(1, slot, '', { state: 'failed' }) : result(1, slot, 'good')));
  save(results);
  must(store.change({ id: 'run', change: { state: 'finished', reason: 'complete' } }));
  let held: { readonly state: RunState; readonly isReached: () => void; readonly released: Promise<void> } | undefined;
  let failing: RunState | undefined;
  intercept('change', async (input) => {
    const { state } = input.change;
    if (held && state === held.state) {
      held.isReached();
      await held.released;
    }
    if (failing === undefined || state !== failing) return store.change(input);
    failing = undefined;
    return fail('run-not-found');
  });
  return {
    ...lifecycle,
    read,
    /** Lets the next change to this state fail. */
    failOnce: (state: RunState) => {
      failing = state;
    },
    /** Holds the next change to this state. */
    hold: (state: RunState) => {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { state, isReached: reached.resolve, released: released.promise };
      return {
        reached: reached.promise,
        release: () => {
          held = undefined;
          released.resolve();
        },
      };
    },
  };
}

const cell = { row: 1, variantId: 'm.t', repeat: 1 };

describe('run lifecycle', () => {
  it('retries a cell while the end of the run is being stored (catches a cell without an answer in a finished run)', async () => {
    const lifecycle = await openLifecycle();
    const { reached, release } = lifecycle.hold('finished');
    must(await lifecycle.start('run', { isDryRun: false }));
    await reached;
    const retried = lifecycle.retry('run', cell);
    await expect.poll(() => lifecycle.read().failed).toBe(1);
    release();
    expect(must(await retried)).toMatchObject({ state: 'running' });
    await expect.poll(() => lifecycle.summarize(lifecycle.read()).wait?.reason).toBe('connection');
  });

  it('refuses to pause while the end of the run is being stored (catches a paused run without requests)', async () => {
    const lifecycle = await openLifecycle();
    const { reached, release } = lifecycle.hold('finished');
    must(await lifecycle.start('run', { isDryRun: false }));
    await reached;
    const paused = await lifecycle.pause('run');
    release();
    await expect.poll(() => lifecycle.isActive('run')).toBe(false);
    expect(paused).toMatchObject({ ok: false, failure: { reason: 'run-not-running' } });
    expect(lifecycle.read()).toMatchObject({ state: 'finished' });
  });

  it('goes on when a pause is not stored (catches a running run without requests)', async () => {
    const lifecycle = await openLifecycle();
    must(await lifecycle.retry('run', null));
    await expect.poll(() => lifecycle.summarize(lifecycle.read()).wait?.reason).toBe('connection');
    lifecycle.failOnce('paused');
    expect(await lifecycle.pause('run')).toMatchObject({ ok: false });
    expect(lifecycle.summarize(lifecycle.read())).toMatchObject({ state: 'running', wait: { reason: 'connection' } });
  });

  it('stays paused when its continuation is not stored (catches requests of a paused run)', async () => {
    const lifecycle = await openLifecycle();
    must(await lifecycle.retry('run', null));
    await expect.poll(() => lifecycle.summarize(lifecycle.read()).wait?.reason).toBe('connection');
    must(await lifecycle.pause('run'));
    lifecycle.failOnce('running');
    expect(await lifecycle.start('run', { isDryRun: false })).toMatchObject({ ok: false });
    expect(lifecycle.summarize(lifecycle.read())).toMatchObject({ state: 'paused', wait: null });
    must(await lifecycle.start('run', { isDryRun: false }));
    expect(lifecycle.summarize(lifecycle.read())).toMatchObject({ state: 'running', wait: { reason: 'connection' } });
  });

  it('continues after a stop that is being stored (catches a running run without requests)', async () => {
    const lifecycle = await openLifecycle();
    must(await lifecycle.retry('run', null));
    must(await lifecycle.pause('run'));
    const { reached, release } = lifecycle.hold('stopped');
    const stopped = lifecycle.stop('run');
    await reached;
    const continued = lifecycle.start('run', { isDryRun: false });
    release();
    must(await stopped);
    expect(must(await continued)).toMatchObject({ state: 'running' });
    expect(lifecycle.isActive('run')).toBe(true);
  });

  it('no longer counts results that are retried while the run is active (catches more results than cells)', async () => {
    const lifecycle = await openLifecycle([0, 1, 2]);
    must(await lifecycle.start('run', { isDryRun: false }));
    const progress = () => lifecycle.summarize(lifecycle.read()).progress;
    expect(progress()).toMatchObject({ done: 1, failed: 2, promptTokens: 9, failures: [{ count: 2 }] });
    must(await lifecycle.retry('run', null));
    expect(progress()).toMatchObject({ done: 1, failed: 0, promptTokens: 3, failures: [] });
  });

  it('counts retries that come together once (catches fewer failures than none)', async () => {
    const lifecycle = await openLifecycle();
    const retries = [lifecycle.retry('run', cell), lifecycle.retry('run', { ...cell, repeat: 2 })];
    for (const retried of await Promise.all(retries)) must(retried);
    expect(lifecycle.summarize(lifecycle.read()).progress).toMatchObject({ done: 2, failed: 0, promptTokens: 6, failures: [] });
  });

  it('leaves a run that can continue with its retried cells when their retry is stopped (catches requests after a stop)', async () => {
    const lifecycle = await openLifecycle();
    must(await lifecycle.retry('run', cell));
    const { reached, release } = lifecycle.hold('stopped');
    const stopped = lifecycle.stop('run');
    await reached;
    const waiting = lifecycle.retry('run', { ...cell, repeat: 2 });
    await expect.poll(() => lifecycle.read().failed).toBe(0);
    release();
    must(await stopped);
    expect(must(await waiting)).toMatchObject({ state: 'stopped', reason: 'user' });
    expect(lifecycle.isActive('run')).toBe(false);
  });
});
