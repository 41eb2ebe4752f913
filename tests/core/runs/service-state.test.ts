import { describe, expect, it } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import {
  answered,
  connectionChanged,
  countAllowed,
  describeWait,
  initialServiceState,
  interrupted,
  nextTryAt,
  refused,
} from '../../../electron/core/runs/service-state.ts';

const lost = failure('connection-broken', { host: 'localhost' });
const outage = { reason: 'connection', failure: lost, counts: false } as const;

describe('the service of a run', () => {
  it('is not asked before its Retry-After is over (catches requests that are sure to be rejected)', () => {
    const state = refused(initialServiceState(4), 1000, 1000, 4, 30_000);
    expect([countAllowed(state, 20_000, 3), nextTryAt(state, 20_000, 3), countAllowed(state, 31_000, 3)]).toEqual([0, 31_000, 1]);
    expect(describeWait(state, 20_000)).toMatchObject({ reason: 'busy', until: 31_000 });
    expect(describeWait(state, 31_000)).toBeNull();
  });

  it('gets half as many requests after those that it refused together', () => {
    let state = initialServiceState('auto');
    while (state.concurrency.limit < 16) state = answered(state, 50, 16);
    for (let inFlight = 16; inFlight > 12; inFlight -= 1) state = refused(state, 105, 100, inFlight, null);
    expect(state.concurrency).toMatchObject({ limit: 8, ceiling: 12 });
  });

  it('gets one request at a time, and later each time, while it refuses all', () => {
    let state = initialServiceState(2);
    const waits: number[] = [];
    for (let now = 0; now < 1e6 && waits.length < 10; now += 1) {
      state = refused(state, now, now - 1, 1, null);
      const tryAt = nextTryAt(state, now, 0);
      if (tryAt === Infinity) continue;
      waits.push(tryAt - now);
      now = tryAt;
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect([countAllowed(state, 1e9, 0), countAllowed(answered(state, 5, 1), 1e9, 0)]).toEqual([1, 2]);
  });

  it('gets one request at a time while it can’t be used, and again all after an answer (catches a burst of requests)', () => {
    let state = initialServiceState(4);
    let now = 1000;
    for (let inFlight = 4; inFlight > 0; inFlight -= 1) state = interrupted(state, now, 900, outage);
    const tries: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      const at = nextTryAt(state, now, 0);
      tries.push(at - now);
      expect([countAllowed(state, at - 1, 0), countAllowed(state, at, 0), countAllowed(state, at, 1)]).toEqual([0, 1, 0]);
      now = at;
      state = interrupted(state, now, now, outage);
    }
    expect(tries).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(describeWait(state, now)).toMatchObject({ reason: 'connection', failure: lost, until: now + 30_000 });
    expect(countAllowed(answered(state, 5, 1), now, 0)).toBe(4);
  });

  it('is tried soon after the connection has changed, unless a try counts (catches rows that fail early)', () => {
    const [state, counting] = [false, true].map((counts) => {
      const first = interrupted(initialServiceState(1), 0, 0, { ...outage, counts });
      return connectionChanged(interrupted(first, 1000, 1000, { ...outage, counts }), 1500);
    });
    expect([state && nextTryAt(state, 1500, 0), counting && nextTryAt(counting, 1500, 0)]).toEqual([2000, 3000]);
  });
});
