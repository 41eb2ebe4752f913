import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../electron/contract/failure.ts';
import { backoffMs, reduce, initialState, isUnattended } from '../../../electron/core/tunnel/state/reducer.ts';
import { nextProbeMs } from '../../../electron/core/tunnel/lifecycle/keepalive.ts';
import {
  expiredSessions,
  sessionsToEvict,
  maxSessions,
  countEarlierConnections,
  sessionInUse,
  unneededSessions,
  type SessionInfo,
} from '../../../electron/core/tunnel/state/session-limits.ts';
import { createStateMachine } from '../../../electron/core/tunnel/state/state-machine.ts';
import type { TunnelSnapshot, TunnelEvent } from '../../../electron/core/tunnel/state/tunnel-state.ts';

const network: Failure = { code: 'unreachable', message: 'No network.', remedy: 'Wait.' };
const refused: Failure = { code: 'ssh-auth', message: 'Not let in.', remedy: 'Check the key.' };
const question = { kind: 'password', hop: 'h', login: 'me', isAgain: false } as const;

const events: readonly TunnelEvent[] = [
  { kind: 'started', cause: 'test', isByUser: true },
  { kind: 'progress', hop: 'h', identity: 'a key' },
  { kind: 'asked', question },
  { kind: 'answered' },
  { kind: 'connected', since: 0 },
  { kind: 'not-connected', failure: network, jitter: 0.5, isInconclusive: false },
  { kind: 'not-connected', failure: network, jitter: 0.5, isInconclusive: true },
  { kind: 'not-connected', failure: refused, jitter: 0.5, isInconclusive: false },
  { kind: 'lost', failure: network, jitter: 0.5 },
  { kind: 'suspected', cause: 'test' },
  { kind: 'alive', since: 0 },
  { kind: 'alive', since: 1 },
  { kind: 'retry-soon', cause: 'test', withinMs: 0 },
  { kind: 'retry-due' },
  { kind: 'forwarding-forbidden', failure: refused },
  { kind: 'idle-timeout' },
  { kind: 'stopped', cause: 'test' },
];

const after = (machine: TunnelSnapshot, now: number, ...happened: readonly TunnelEvent[]): TunnelSnapshot =>
  happened.reduce((so, event) => reduce(so, event, now), machine);

const missed: TunnelEvent = { kind: 'not-connected', failure: network, jitter: 1, isInconclusive: false };
const started: Extract<TunnelEvent, { kind: 'started' }> = { kind: 'started', cause: 'test', isByUser: true };
const lost: TunnelEvent = { kind: 'lost', failure: network, jitter: 1 };

describe('backoff', () => {
  test('grows to 30 s and never beyond, jittered over its whole length', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 500].map((failures) => backoffMs(failures, 1))).toEqual([
      0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect(backoffMs(6, 0)).toBe(0);
    expect(backoffMs(6, 0.5)).toBe(15_000);
  });

  test('network errors are retried for ever', () => {
    let machine = reduce(initialState, started, 0);
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      machine = reduce(machine, missed, 0);
      expect(machine.state.kind).toBe('waiting-to-retry');
      machine = reduce(machine, { kind: 'retry-due' }, 0);
    }
  });

  test('the first attempt after a loss comes at once; one after a short readiness does not', () => {
    const ready = after(initialState, 0, started, { kind: 'connected', since: 0 });
    const again = reduce(ready, lost, 1000);
    expect(again.state).toMatchObject({ until: 1000 });
    const flapping = after(again, 2000, { kind: 'retry-due' }, { kind: 'connected', since: 2000 });
    expect(reduce(flapping, lost, 2000 + 29_999).state).toMatchObject({ until: 2000 + 29_999 + 1000 });
    expect(reduce(flapping, lost, 2000 + 30_000).state).toMatchObject({ until: 2000 + 30_000 });
  });

  test('a missing network right after the wake costs nothing', () => {
    const machine = after(
      initialState,
      0,
      started,
      { ...missed, isInconclusive: true },
      { kind: 'retry-due' },
      { ...missed, isInconclusive: true },
    );
    expect(machine.failures).toBe(0);
  });

  test('hurrying never makes a wait longer', () => {
    const waiting = after(initialState, 0, started, missed);
    expect(reduce(waiting, { kind: 'retry-soon', cause: 'test', withinMs: 5000 }, 0)).toBe(waiting);
    expect(reduce(waiting, { kind: 'retry-soon', cause: 'test', withinMs: 0 }, 10).state).toMatchObject({ until: 10 });
  });
});

describe('the machine', () => {
  const walk = fc.array(fc.constantFrom(...events), { maxLength: 60 });

  test('nothing but the user leads out of "failed" and "stopped"', () => {
    fc.assert(
      fc.property(walk, fc.constantFrom(...events), (walked, next) => {
        fc.pre(next.kind !== 'started' && next.kind !== 'stopped');
        const ended: readonly TunnelSnapshot[] = [
          after(initialState, 0, ...walked, { kind: 'stopped', cause: 'test' }),
          after(initialState, 0, ...walked, { kind: 'stopped', cause: 'test' }, started, { ...missed, failure: refused }),
        ];
        expect(ended.map((machine) => reduce(machine, next, 0))).toEqual(ended);
      }),
    );
  });

  test('an authentication failure is never followed by another attempt by itself', () => {
    fc.assert(
      fc.property(walk, (walked) => {
        const failed = after(initialState, 0, started, { kind: 'not-connected', failure: refused, jitter: 0, isInconclusive: false });
        const later = after(failed, 0, ...walked.filter(({ kind }) => kind !== 'started' && kind !== 'stopped'));
        expect(later.state.kind).toBe('failed');
      }),
    );
  });

  test('every state can be stopped and started again', () => {
    fc.assert(
      fc.property(walk, (walked) => {
        const stopped = after(initialState, 0, ...walked, { kind: 'stopped', cause: 'test' });
        expect(stopped.state.kind).toBe('stopped');
        expect(reduce(stopped, started, 0).state.kind).toBe('connecting');
      }),
    );
  });

  test('a session that falls silent and answers again, over and over, is not replaced at once every time', () => {
    const ready = after(initialState, 0, started, { kind: 'connected', since: 0 });
    const again = after(ready, 60_000, lost, { kind: 'alive', since: 0 });
    expect(reduce(again, lost, 70_000).state).toMatchObject({ until: 71_000 });
    expect(reduce(again, lost, 90_000).state).toMatchObject({ until: 90_000 });
  });

  test.each([
    ['suspect', [{ kind: 'suspected', cause: 'test' }]],
    ['waiting-to-retry', [lost]],
    ['connecting', [lost, { kind: 'retry-due' }]],
    ['waiting-for-user', [lost, { kind: 'retry-due' }, { kind: 'asked', question }]],
  ] satisfies readonly (readonly [string, readonly TunnelEvent[]])[])('a session that answers again ends "%s"', (kind, happened) => {
    const doubted = after(initialState, 5, started, { kind: 'connected', since: 5 }, ...happened);
    expect(doubted.state.kind).toBe(kind);
    expect(reduce(doubted, { kind: 'alive', since: 5 }, 90).state).toEqual({ kind: 'ready', since: 5 });
  });

  test('an earlier session that answers takes the place of the one dialled meanwhile', () => {
    const replaced = after(
      initialState,
      5,
      started,
      { kind: 'connected', since: 5 },
      lost,
      { kind: 'retry-due' },
      { kind: 'connected', since: 7 },
    );
    expect(replaced.state).toEqual({ kind: 'ready', since: 7 });
    expect(reduce(replaced, { kind: 'alive', since: 7 }, 9)).toBe(replaced);
    expect(reduce(replaced, { kind: 'alive', since: 5 }, 9).state).toEqual({ kind: 'ready', since: 5 });
  });
});

describe('a refused login', () => {
  const refusal: TunnelEvent = { kind: 'not-connected', failure: refused, jitter: 1, isInconclusive: false };
  const worked = after(initialState, 0, started, { kind: 'connected', since: 0 }, lost, { kind: 'retry-due' });

  test('ends a tunnel that never worked, and one that the user has just asked for', () => {
    expect(after(initialState, 0, started, refusal).state.kind).toBe('failed');
    expect(after(worked, 0, refusal, started, refusal).state.kind).toBe('failed');
  });

  test('is tried again with growing pauses for ten minutes after one that worked, and not sooner because a request waits', () => {
    let machine = worked;
    let now = 0;
    const pauses: number[] = [];
    while (machine.state.kind !== 'failed') {
      expect(isUnattended(machine, now)).toBe(now < 600_000);
      machine = reduce(machine, refusal, now);
      if (machine.state.kind !== 'waiting-to-retry') break;
      expect(reduce(machine, { kind: 'retry-soon', cause: 'test', withinMs: 0 }, now)).toBe(machine);
      pauses.push((machine.state.until - now) / 1000);
      now = machine.state.until;
      machine = reduce(machine, { kind: 'retry-due' }, now);
    }
    expect(pauses).toEqual([2, 3, 5, 8, 13, 21, 34, 55, 89, 120, 120, 120, 120]);
    expect(machine.state).toEqual({ kind: 'failed', failure: refused });
  });

  test('is forgotten when one succeeds', () => {
    const again = after(worked, 5000, refusal, { kind: 'retry-due' }, { kind: 'connected', since: 5000 }, lost, { kind: 'retry-due' });
    expect(reduce(again, refusal, 3_000_000).state).toMatchObject({ kind: 'waiting-to-retry', until: 3_002_000 });
  });

  test('does not count for a tunnel that was taken down meanwhile: the next request brings it up without anybody', () => {
    const idle = after(
      initialState,
      0,
      started,
      { kind: 'connected', since: 0 },
      { kind: 'idle-timeout' },
      { ...started, isByUser: false },
    );
    expect(reduce(idle, refusal, 0).state.kind).toBe('waiting-to-retry');
  });

  test('is none where the host key has changed', () => {
    const changed: Failure = { code: 'host-key-changed', message: 'Another key.', remedy: 'Compare.' };
    expect(reduce(worked, { ...refusal, failure: changed }, 0).state.kind).toBe('failed');
  });
});

describe('sessions held at a time', () => {
  const facts = (since: number, more: Partial<SessionInfo> = {}): SessionInfo => ({
    since,
    silentSince: undefined,
    connections: 1,
    isRetired: false,
    ...more,
  });

  test('new requests take the oldest that answers, and none that another was asked for in place of', () => {
    const [first, second, third] = [facts(1, { silentSince: 9 }), facts(2), facts(3)];
    expect(sessionInUse([third, second, first])).toBe(second);
    expect(sessionInUse([third, { ...second, isRetired: true }, first])).toBe(third);
    expect(sessionInUse([first])).toBeUndefined();
  });

  test('what nothing runs over is closed once another is in use, and not before', () => {
    const [silent, empty, busy] = [facts(1, { silentSince: 9, connections: 0 }), facts(3, { connections: 0 }), facts(2)];
    expect(unneededSessions([silent])).toEqual([]);
    expect(unneededSessions([silent, busy, empty])).toEqual([silent, empty]);
    expect(unneededSessions([facts(1, { isRetired: true, connections: 0 })])).toHaveLength(1);
  });

  test('one that stays silent is given up after the limit, answers under way or not', () => {
    const held = [facts(1, { silentSince: 100 }), facts(2)];
    expect(expiredSessions(held, 1099, 1000)).toEqual([]);
    expect(expiredSessions(held, 1100, 1000)).toEqual([held[0]]);
  });

  test('with one more to dial there are never more than three', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            since: fc.nat(),
            silentSince: fc.option(fc.nat(), { nil: undefined }),
            connections: fc.nat(3),
            isRetired: fc.boolean(),
          }),
          { maxLength: 5 },
        ),
        (held) => {
          const left = held.length - sessionsToEvict(held).length;
          expect(left).toBe(Math.min(held.length, maxSessions - 1));
        },
      ),
    );
    const held = [facts(1, { silentSince: 50 }), facts(2, { silentSince: 20 }), facts(3, { silentSince: 70 })];
    expect(sessionsToEvict(held), 'the one that has been silent longest').toEqual([held[1]]);
    expect(sessionsToEvict([...held.slice(0, 2), facts(3, { silentSince: 70, connections: 0 })]), 'or nothing is lost').toMatchObject([
      { since: 3 },
    ]);
  });

  test('connections over others than the one in use are told', () => {
    expect(countEarlierConnections([facts(1, { silentSince: 4, connections: 20 }), facts(2, { connections: 3 })])).toBe(20);
    expect(countEarlierConnections([facts(1, { connections: 20 }), facts(2, { connections: 3 })])).toBe(3);
  });
});

describe('the heartbeat', () => {
  test('comes soon after traffic and ever later without', () => {
    expect([0, 500, 1000, 2000, 4000, 8000, 16_000, Infinity].map((quiet) => nextProbeMs(quiet, 15_000))).toEqual([
      1000, 1000, 1000, 2000, 4000, 8000, 15_000, 15_000,
    ]);
  });
});

describe('the keeper', () => {
  test('keeps the last 200 changes, each with time and cause', () => {
    let now = 0;
    const keeper = createStateMachine({ now: () => now }, () => undefined);
    for (; now < 500; now += 1) keeper.dispatch(now % 2 === 0 ? started : { kind: 'stopped', cause: 'enough' });
    expect(keeper.history()).toHaveLength(200);
    expect(keeper.history().at(-1)).toEqual({ at: 499, state: { kind: 'stopped' }, cause: 'enough' });
  });

  test('an event that changes nothing is not told', () => {
    const keeper = createStateMachine({ now: () => 0 }, () => undefined);
    keeper.dispatch({ kind: 'retry-due' });
    expect(keeper.history()).toEqual([]);
  });

  test('a listener that stops the tunnel while it is told of the start leaves it stopped', () => {
    const seen: string[] = [];
    const keeper = createStateMachine({ now: () => 0 }, ({ kind }) => seen.push(kind));
    const end = keeper.onChange(({ state }) => state.kind === 'connecting' && keeper.dispatch({ kind: 'stopped', cause: 'no' }));
    keeper.dispatch(started);
    expect(seen.at(-1)).toBe('stopped');
    expect(keeper.state().kind).toBe('stopped');
    end();
    keeper.dispatch(started);
    expect(keeper.state().kind).toBe('connecting');
  });
});
