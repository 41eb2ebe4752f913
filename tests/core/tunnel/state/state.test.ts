import { failure } from '../../../../electron/contract/failures/fail.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../../electron/contract/failure.ts';
import { backoffMs, reduce, initialState, isUnattended } from '../../../../electron/core/tunnel/state/reducer.ts';
import { nextProbeMs } from '../../../../electron/core/tunnel/lifecycle/keepalive.ts';
import {
  expiredSessions,
  sessionsToEvict,
  maxSessions,
  countEarlierConnections,
  sessionInUse,
  unneededSessions,
  type SessionInfo,
} from '../../../../electron/core/tunnel/lifecycle/sessions.ts';
import { createStateMachine } from '../../../../electron/core/tunnel/state/state-machine.ts';
import type { TunnelSnapshot, TunnelEvent } from '../../../../electron/core/tunnel/state/tunnel-state.ts';
import { recordedFailure } from '../../../support/recorded-failure.ts';

const network: Failure = recordedFailure('unreachable', 'No network.', 'Wait.');
const refused: Failure = recordedFailure('ssh-auth', 'Not let in.', 'Check the key.');
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
  test('grows to at most 30 s, with jitter over the whole range', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 500].map((failures) => backoffMs(failures, 1))).toEqual([
      0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect(backoffMs(6, 0)).toBe(0);
    expect(backoffMs(6, 0.5)).toBe(15_000);
  });

  test('retries network errors forever', () => {
    let machine = reduce(initialState, started, 0);
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      machine = reduce(machine, missed, 0);
      expect(machine.state.kind).toBe('waiting-to-retry');
      machine = reduce(machine, { kind: 'retry-due' }, 0);
    }
  });

  test('retries at once after a loss, but not after a short readiness', () => {
    const ready = after(initialState, 0, started, { kind: 'connected', since: 0 });
    const again = reduce(ready, lost, 1000);
    expect(again.state).toMatchObject({ until: 1000 });
    const flapping = after(again, 2000, { kind: 'retry-due' }, { kind: 'connected', since: 2000 });
    expect(reduce(flapping, lost, 2000 + 29_999).state).toMatchObject({ until: 2000 + 29_999 + 1000 });
    expect(reduce(flapping, lost, 2000 + 30_000).state).toMatchObject({ until: 2000 + 30_000 });
  });

  test('stays short for a minute after a loss while the instance doesn’t listen', () => {
    const silent: TunnelEvent = { ...missed, failure: failure('ssh-refused', { address: 'h' }) };
    const behindJump = {
      ...missed,
      failure: failure('next-hop-not-reached', { hop: 'j', destination: 'h', detail: 'refused', next: 'h' }),
    };
    const retryAfter = (event: TunnelEvent, now: number): number => {
      const connecting = after(initialState, 0, started, { kind: 'connected', since: 0 }, lost, { kind: 'retry-due' });
      const many = after(connecting, 0, ...Array.from({ length: 10 }, () => [missed, { kind: 'retry-due' }] as const).flat());
      const { state } = reduce(many, event, now);
      return state.kind === 'waiting-to-retry' ? state.until - now : Number.NaN;
    };
    expect(retryAfter(silent, 59_999)).toBe(500);
    expect(retryAfter({ ...silent, jitter: 0 }, 59_999)).toBe(250);
    expect(retryAfter(silent, 60_000)).toBe(30_000);
    expect(retryAfter(missed, 59_999)).toBe(30_000);
    expect(retryAfter(behindJump, 59_999)).toBe(30_000); // each attempt logs in to the jump host
  });

  test('doesn’t count a missing network right after a wake', () => {
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

  test('never makes a delay longer when a retry is requested soon', () => {
    const waiting = after(initialState, 0, started, missed);
    expect(reduce(waiting, { kind: 'retry-soon', cause: 'test', withinMs: 5000 }, 0)).toBe(waiting);
    expect(reduce(waiting, { kind: 'retry-soon', cause: 'test', withinMs: 0 }, 10).state).toMatchObject({ until: 10 });
  });
});

describe('reduce', () => {
  const walk = fc.array(fc.constantFrom(...events), { maxLength: 60 });

  test('leaves "failed" and "stopped" only at the user’s request', () =>
    fc.assert(
      fc.property(walk, fc.constantFrom(...events), (walked, next) => {
        fc.pre(next.kind !== 'started' && next.kind !== 'stopped');
        const ended: readonly TunnelSnapshot[] = [
          after(initialState, 0, ...walked, { kind: 'stopped', cause: 'test' }),
          after(initialState, 0, ...walked, { kind: 'stopped', cause: 'test' }, started, { ...missed, failure: refused }),
        ];
        expect(ended.map((machine) => reduce(machine, next, 0))).toEqual(ended);
      }),
    ));

  test('never retries an authentication failure automatically', () =>
    fc.assert(
      fc.property(walk, (walked) => {
        const failed = after(initialState, 0, started, { kind: 'not-connected', failure: refused, jitter: 0, isInconclusive: false });
        const later = after(failed, 0, ...walked.filter(({ kind }) => kind !== 'started' && kind !== 'stopped'));
        expect(later.state.kind).toBe('failed');
      }),
    ));

  test('can stop and start again from every state', () =>
    fc.assert(
      fc.property(walk, (walked) => {
        const stopped = after(initialState, 0, ...walked, { kind: 'stopped', cause: 'test' });
        expect(stopped.state.kind).toBe('stopped');
        expect(reduce(stopped, started, 0).state.kind).toBe('connecting');
      }),
    ));

  test('doesn’t replace a session at once every time it falls silent and answers again', () => {
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
  ] satisfies readonly (readonly [string, readonly TunnelEvent[]])[])('ends "%s" when the session answers again', (kind, happened) => {
    const doubted = after(initialState, 5, started, { kind: 'connected', since: 5 }, ...happened);
    expect(doubted.state.kind).toBe(kind);
    expect(reduce(doubted, { kind: 'alive', since: 5 }, 90).state).toEqual({ kind: 'ready', since: 5 });
  });

  test('uses an earlier session that answers instead of the newer one', () => {
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

describe('refused logins', () => {
  const refusal: TunnelEvent = { kind: 'not-connected', failure: refused, jitter: 1, isInconclusive: false };
  const worked = after(initialState, 0, started, { kind: 'connected', since: 0 }, lost, { kind: 'retry-due' });

  test('fail a tunnel that never worked, or that the user has just started', () => {
    expect(after(initialState, 0, started, refusal).state.kind).toBe('failed');
    expect(after(worked, 0, refusal, started, refusal).state.kind).toBe('failed');
  });

  test('are retried with growing delays for ten minutes after one that worked, regardless of waiting requests', () => {
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
    expect(pauses).toEqual([2, 3, 5, 8, 13, 21, 34, 55, 89, 120, 120, 130]);
    expect(machine.state).toEqual({ kind: 'failed', failure: refused });
  });

  test('are retried at the same times if attempts are slow, and not before a second has passed', () => {
    let machine = worked;
    const retries: number[] = [];
    for (const now of [0, 3500, 6500, 17_800]) {
      machine = reduce(machine, refusal, now);
      if (machine.state.kind === 'waiting-to-retry') retries.push(machine.state.until);
      machine = reduce(machine, { kind: 'retry-due' }, now);
    }
    expect(retries).toEqual([2000, 5000, 10_000, 18_800]);
  });

  test('are forgotten after a successful login', () => {
    const again = after(worked, 5000, refusal, { kind: 'retry-due' }, { kind: 'connected', since: 5000 }, lost, { kind: 'retry-due' });
    expect(reduce(again, refusal, 3_000_000).state).toMatchObject({ kind: 'waiting-to-retry', until: 3_002_000 });
  });

  test('don’t count after an idle stop: the next request reconnects without asking', () => {
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

  test('don’t include one without an answer, because its secret would be sent again', () => {
    const unanswered = failure('sign-in-unanswered', { hop: 'h', login: 'me' });
    expect(reduce(worked, { ...refusal, failure: unanswered }, 0).state).toEqual({ kind: 'failed', failure: unanswered });
  });

  test('don’t include a changed host key', () => {
    const changed: Failure = recordedFailure('host-key-changed', 'Another key.', 'Compare.');
    expect(reduce(worked, { ...refusal, failure: changed }, 0).state.kind).toBe('failed');
  });
});

describe('session limits', () => {
  const facts = (since: number, more: Partial<SessionInfo> = {}): SessionInfo => ({
    since,
    silentSince: undefined,
    connections: 1,
    isRetired: false,
    ...more,
  });

  test('gives new requests the oldest session that answers and is not retired', () => {
    const [first, second, third] = [facts(1, { silentSince: 9 }), facts(2), facts(3)];
    expect(sessionInUse([third, second, first])).toBe(second);
    expect(sessionInUse([third, { ...second, isRetired: true }, first])).toBe(third);
    expect(sessionInUse([first])).toBeUndefined();
  });

  test('closes a session without connections only when another is in use', () => {
    const [silent, empty, busy] = [facts(1, { silentSince: 9, connections: 0 }), facts(3, { connections: 0 }), facts(2)];
    expect(unneededSessions([silent])).toEqual([]);
    expect(unneededSessions([silent, busy, empty])).toEqual([silent, empty]);
    expect(unneededSessions([facts(1, { isRetired: true, connections: 0 })])).toHaveLength(1);
  });

  test('expires a session that stays silent past the limit, with or without connections', () => {
    const held = [facts(1, { silentSince: 100 }), facts(2)];
    expect(expiredSessions(held, 1099, 1000)).toEqual([]);
    expect(expiredSessions(held, 1100, 1000)).toEqual([held[0]]);
  });

  test('never allows more than three sessions, including the one being dialled', () => {
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

  test('counts the connections over earlier sessions', () => {
    expect(countEarlierConnections([facts(1, { silentSince: 4, connections: 20 }), facts(2, { connections: 3 })])).toBe(20);
    expect(countEarlierConnections([facts(1, { connections: 20 }), facts(2, { connections: 3 })])).toBe(3);
  });
});

describe('nextProbeMs', () => {
  test('is short after traffic and grows without', () =>
    expect([0, 500, 1000, 2000, 4000, 8000, 16_000, Infinity].map((quiet) => nextProbeMs(quiet, 15_000))).toEqual([
      1000, 1000, 1000, 2000, 4000, 8000, 15_000, 15_000,
    ]));
});

describe('createStateMachine', () => {
  test('keeps the last 200 changes, each with time and cause', () => {
    let now = 0;
    const stateMachine = createStateMachine({ now: () => now }, () => undefined);
    for (; now < 500; now += 1) stateMachine.dispatch(now % 2 === 0 ? started : { kind: 'stopped', cause: 'enough' });
    expect(stateMachine.history()).toHaveLength(200);
    expect(stateMachine.history().at(-1)).toEqual({ at: 499, state: { kind: 'stopped' }, cause: 'enough' });
  });

  test('doesn’t notify listeners when an event changes nothing', () => {
    const stateMachine = createStateMachine({ now: () => 0 }, () => undefined);
    stateMachine.dispatch({ kind: 'retry-due' });
    expect(stateMachine.history()).toEqual([]);
  });

  test('stays stopped when a listener stops it during the start', () => {
    const seen: string[] = [];
    const stateMachine = createStateMachine({ now: () => 0 }, ({ kind }) => seen.push(kind));
    const end = stateMachine.onChange(
      ({ state }) => state.kind === 'connecting' && stateMachine.dispatch({ kind: 'stopped', cause: 'no' }),
    );
    stateMachine.dispatch(started);
    expect(seen.at(-1)).toBe('stopped');
    expect(stateMachine.state().kind).toBe('stopped');
    end();
    stateMachine.dispatch(started);
    expect(stateMachine.state().kind).toBe('connecting');
  });
});
