import { describe, expect, it } from 'vitest';
import { failure } from '../../../../electron/contract/failures/fail.ts';
import { describeWait } from '../../../../electron/core/runs/scheduler/describe-wait.ts';
import {
  advance,
  computeRunningMs,
  startScheduler,
  type SchedulerEvent,
  type SchedulerOptions,
  type SchedulerStep,
} from '../../../../electron/core/runs/scheduler/scheduler.ts';

const maxConcurrency = 256;
const lost = failure('connection-broken', { host: 'localhost' });

/** Runs a scheduler through a list of events. */
function driver(options: Partial<SchedulerOptions> = {}) {
  let now = 1000;
  let step: SchedulerStep = startScheduler(
    { concurrency: 4, limits: { tokens: null, minutes: null }, queued: 10, tokens: 0, runningMs: 0, maxConcurrency, ...options },
    now,
  );
  return {
    state: () => step.state,
    countSent: () => step.effects.reduce((sum, effect) => sum + (effect.kind === 'send' ? effect.count : 0), 0),
    wake: () => step.effects.find((effect) => effect.kind === 'wake')?.at,
    end: () => step.effects.find((effect) => effect.kind === 'end')?.reason,
    cancels: () => step.effects.some((effect) => effect.kind === 'cancel'),
    wait: () => describeWait(step.state, now),
    now: () => now,
    at: (time: number) => void (now = time),
    dispatch: (event: SchedulerEvent) => void (step = advance(step.state, event, now, maxConcurrency)),
    answer: (tokens = 1) => {
      step = advance(step.state, { kind: 'answered', startedAt: now - 10, firstByteMs: 5, tokens, isRequeued: false }, now, maxConcurrency);
    },
  };
}

describe('scheduler', () => {
  it('starts requests up to the limit, then one for each answer, and ends after the last', () => {
    const run = driver({ queued: 6 });
    expect(run.countSent()).toBe(4);
    run.answer();
    expect(run.countSent()).toBe(1);
    run.answer();
    run.answer();
    expect(run.countSent()).toBe(0);
    for (let left = 3; left > 0; left -= 1) run.answer();
    expect(run.end()).toBe('complete');
    run.answer(); // an event after the end changes nothing
    expect(run.end()).toBeUndefined();
  });

  it('ends at once when there are no cells', () => {
    expect(driver({ queued: 0 }).end()).toBe('complete');
  });

  it('waits for Retry-After and reports the wait (catches requests that are sure to be rejected)', () => {
    const run = driver();
    run.dispatch({ kind: 'refused', startedAt: 1000, retryAfterMs: 30_000, isRequeued: true });
    expect([run.countSent(), run.wake()]).toEqual([0, 31_000]);
    expect(run.wait()).toMatchObject({ reason: 'busy', until: 31_000 });
    run.at(20_000);
    run.answer();
    expect(run.countSent()).toBe(0);
    run.at(31_000);
    run.dispatch({ kind: 'tick' });
    expect(run.countSent()).toBe(2);
    expect(run.wait()).toBeNull();
  });

  it('halves the limit once for requests that are refused together', () => {
    const run = driver({ concurrency: 'auto', queued: 1000 });
    for (let count = 0; count < 3000 && run.state().inFlight < 16; count += 1) {
      run.at(run.now() + 10);
      if (count % 10 === 0) run.answer();
      else run.dispatch({ kind: 'tick' });
    }
    expect(run.state().inFlight).toBe(16);
    const startedAt = run.now();
    run.at(startedAt + 5);
    for (let count = 0; count < 4; count += 1) run.dispatch({ kind: 'refused', startedAt, retryAfterMs: null, isRequeued: true });
    expect(Math.floor(run.state().concurrency.limit)).toBe(8);
    expect(run.state().concurrency.ceiling).toBe(12);
  });

  it('backs off with one request at a time when all are refused', () => {
    const run = driver({ concurrency: 2, queued: 50 });
    const waits: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      run.dispatch({ kind: 'refused', startedAt: run.now() - 1, retryAfterMs: null, isRequeued: true });
      if (run.state().inFlight > 0) continue;
      const at = run.wake() ?? run.now();
      waits.push(at - run.now());
      run.at(at);
      run.dispatch({ kind: 'tick' });
      expect(run.state().inFlight).toBe(1);
    }
    expect(waits.at(-1)).toBeGreaterThanOrEqual(60_000);
    run.answer();
    expect(run.state().inFlight).toBe(2);
  });

  it('starts no requests while paused, lets those in flight end, and continues', () => {
    const run = driver();
    run.dispatch({ kind: 'pause' });
    for (let left = 4; left > 0; left -= 1) run.answer();
    expect([run.state().inFlight, run.countSent(), run.end()]).toEqual([0, 0, undefined]);
    run.at(500_000);
    run.dispatch({ kind: 'continue' });
    expect(run.countSent()).toBe(4);
    expect(computeRunningMs(run.state(), run.now())).toBe(0);
  });

  it('does not end a paused run without pending cells until it continues', () => {
    const run = driver({ queued: 4 });
    run.dispatch({ kind: 'pause' });
    for (let left = 4; left > 0; left -= 1) run.answer();
    expect(run.end()).toBeUndefined();
    run.dispatch({ kind: 'continue' });
    expect(run.end()).toBe('complete');
  });

  it('cancels the requests in flight when it is stopped', () => {
    const run = driver();
    run.dispatch({ kind: 'stop' });
    expect(run.cancels()).toBe(true);
    for (let left = 4; left > 0; left -= 1) run.dispatch({ kind: 'cancelled' });
    expect(run.end()).toBe('user');
    expect(run.state().queued).toBe(10);
  });

  it('retries with one request at a time while the connection is down, and continues after an answer (catches a burst of requests)', () => {
    const run = driver();
    for (let left = 4; left > 0; left -= 1)
      run.dispatch({ kind: 'interrupted', startedAt: 1000, reason: 'connection', failure: lost, counts: false, isRequeued: true });
    expect(run.state().queued).toBe(10);
    expect(run.wait()).toMatchObject({ reason: 'connection', failure: lost });
    const tries: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      const at = run.wake() ?? Number.NaN;
      tries.push(at - run.now());
      run.at(at);
      run.dispatch({ kind: 'tick' });
      expect(run.countSent()).toBe(1);
      run.dispatch({ kind: 'interrupted', startedAt: run.now(), reason: 'connection', failure: lost, counts: false, isRequeued: true });
    }
    expect(tries).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    run.dispatch({ kind: 'connection-changed' });
    expect(run.countSent()).toBe(1);
    run.answer();
    expect(run.wait()).toBeNull();
    expect(run.state().inFlight).toBe(4);
  });

  it('waits as long as before after a connection change if a try counts (catches rows that fail early)', () => {
    const run = driver({ concurrency: 1 });
    run.dispatch({ kind: 'interrupted', startedAt: 1000, reason: 'connection', failure: lost, counts: true, isRequeued: true });
    run.dispatch({ kind: 'connection-changed' });
    expect([run.countSent(), run.wake()]).toEqual([0, 2000]);
  });

  it('starts no requests while results can’t be saved', () => {
    const run = driver();
    run.dispatch({ kind: 'storage', failure: { ...lost, code: 'storage' } });
    run.answer();
    expect([run.countSent(), run.wait()?.reason]).toEqual([0, 'storage']);
    run.dispatch({ kind: 'storage', failure: null });
    expect(run.countSent()).toBe(1);
  });

  it('ends at the token limit after the requests in flight', () => {
    const run = driver({ limits: { tokens: 100, minutes: null }, tokens: 50 });
    run.answer(50);
    expect([run.countSent(), run.end()]).toEqual([0, undefined]);
    for (let left = 3; left > 0; left -= 1) run.answer(50);
    expect(run.end()).toBe('tokens');
  });

  it('ends at the time limit, which excludes pauses', () => {
    const run = driver({ limits: { tokens: null, minutes: 1 }, queued: 100 });
    run.at(31_000);
    run.dispatch({ kind: 'pause' });
    run.at(1_000_000);
    run.dispatch({ kind: 'continue' });
    expect(run.wake()).toBe(1_030_000);
    run.at(1_030_000);
    run.dispatch({ kind: 'tick' });
    for (let left = 4; left > 0; left -= 1) run.answer();
    expect(run.end()).toBe('minutes');
  });

  it('starts requests for cells that are queued later', () => {
    const run = driver({ queued: 1 });
    run.dispatch({ kind: 'queued', count: 5 });
    expect(run.countSent()).toBe(3);
  });
});
