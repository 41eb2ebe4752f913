import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../electron/contract/failure.ts';
import { backoffMs } from '../../../electron/core/tunnel/backoff.ts';
import { advance, atRest } from '../../../electron/core/tunnel/state/advance.ts';
import { createMachineKeeper } from '../../../electron/core/tunnel/state/machine-keeper.ts';
import type { Machine, TunnelEvent } from '../../../electron/core/tunnel/state/tunnel-state.ts';

const network: Failure = { code: 'unreachable', message: 'No network.', remedy: 'Wait.' };
const refused: Failure = { code: 'ssh-auth', message: 'Not let in.', remedy: 'Check the key.' };
const question = { kind: 'password', hop: 'h', login: 'me', isAgain: false } as const;

const events: readonly TunnelEvent[] = [
  { kind: 'started', cause: 'test' },
  { kind: 'trying', hop: 'h', identity: 'a key' },
  { kind: 'asked', question },
  { kind: 'answered' },
  { kind: 'connected' },
  { kind: 'not-connected', failure: network, chance: 0.5, isFree: false },
  { kind: 'not-connected', failure: network, chance: 0.5, isFree: true },
  { kind: 'not-connected', failure: refused, chance: 0.5, isFree: false },
  { kind: 'lost', failure: network, chance: 0.5 },
  { kind: 'suspected', cause: 'test' },
  { kind: 'alive' },
  { kind: 'hurried', cause: 'test', withinMs: 0 },
  { kind: 'due' },
  { kind: 'forbidden', failure: refused },
  { kind: 'unused' },
  { kind: 'stopped', cause: 'test' },
];

const after = (machine: Machine, now: number, ...happened: readonly TunnelEvent[]): Machine =>
  happened.reduce((so, event) => advance(so, event, now), machine);

const missed: TunnelEvent = { kind: 'not-connected', failure: network, chance: 1, isFree: false };
const started: TunnelEvent = { kind: 'started', cause: 'test' };

describe('backoff', () => {
  test('grows to 30 s and never beyond, jittered over its whole length', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 500].map((failures) => backoffMs(failures, 1))).toEqual([
      0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect(backoffMs(6, 0)).toBe(0);
    expect(backoffMs(6, 0.5)).toBe(15_000);
  });

  test('network errors are retried for ever', () => {
    let machine = advance(atRest, started, 0);
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      machine = advance(machine, missed, 0);
      expect(machine.state.kind).toBe('waiting-to-retry');
      machine = advance(machine, { kind: 'due' }, 0);
    }
  });

  const lost: TunnelEvent = { kind: 'lost', failure: network, chance: 1 };
  test('the first attempt after a loss comes at once; one after a short readiness does not', () => {
    const ready = after(atRest, 0, started, { kind: 'connected' });
    const again = advance(ready, lost, 1000);
    expect(again.state).toMatchObject({ until: 1000 });
    const flapping = after(again, 2000, { kind: 'due' }, { kind: 'connected' });
    expect(advance(flapping, lost, 2000 + 29_999).state).toMatchObject({ until: 2000 + 29_999 + 1000 });
    expect(advance(flapping, lost, 2000 + 30_000).state).toMatchObject({ until: 2000 + 30_000 });
  });

  test('a missing network right after the wake costs nothing', () => {
    const machine = after(atRest, 0, started, { ...missed, isFree: true }, { kind: 'due' }, { ...missed, isFree: true });
    expect(machine.failures).toBe(0);
  });

  test('hurrying never makes a wait longer', () => {
    const waiting = after(atRest, 0, started, missed);
    expect(advance(waiting, { kind: 'hurried', cause: 'test', withinMs: 5000 }, 0)).toBe(waiting);
    expect(advance(waiting, { kind: 'hurried', cause: 'test', withinMs: 0 }, 10).state).toMatchObject({ until: 10 });
  });
});

describe('the machine', () => {
  const walk = fc.array(fc.constantFrom(...events), { maxLength: 60 });

  test('nothing but the user leads out of "failed" and "stopped"', () => {
    fc.assert(
      fc.property(walk, fc.constantFrom(...events), (walked, next) => {
        fc.pre(next.kind !== 'started' && next.kind !== 'stopped');
        const ended: readonly Machine[] = [
          after(atRest, 0, ...walked, { kind: 'stopped', cause: 'test' }),
          after(atRest, 0, ...walked, { kind: 'stopped', cause: 'test' }, started, { ...missed, failure: refused }),
        ];
        expect(ended.map((machine) => advance(machine, next, 0))).toEqual(ended);
      }),
    );
  });

  test('an authentication failure is never followed by another attempt by itself', () => {
    fc.assert(
      fc.property(walk, (walked) => {
        const failed = after(atRest, 0, started, { kind: 'not-connected', failure: refused, chance: 0, isFree: false });
        const later = after(failed, 0, ...walked.filter(({ kind }) => kind !== 'started' && kind !== 'stopped'));
        expect(later.state.kind).toBe('failed');
      }),
    );
  });

  test('every state can be stopped and started again', () => {
    fc.assert(
      fc.property(walk, (walked) => {
        const stopped = after(atRest, 0, ...walked, { kind: 'stopped', cause: 'test' });
        expect(stopped.state.kind).toBe('stopped');
        expect(advance(stopped, started, 0).state.kind).toBe('connecting');
      }),
    );
  });

  test('a sign of life does not make the readiness younger', () => {
    const machine = after(after(atRest, 5, started, { kind: 'connected' }), 90, { kind: 'suspected', cause: 'test' }, { kind: 'alive' });
    expect(machine.state).toEqual({ kind: 'ready', since: 5 });
  });
});

describe('the keeper', () => {
  test('keeps the last 200 changes, each with time and cause', () => {
    let now = 0;
    const keeper = createMachineKeeper({ now: () => now }, () => undefined);
    for (; now < 500; now += 1) keeper.take(now % 2 === 0 ? started : { kind: 'stopped', cause: 'enough' });
    expect(keeper.history()).toHaveLength(200);
    expect(keeper.history().at(-1)).toEqual({ at: 499, state: { kind: 'stopped' }, cause: 'enough' });
  });

  test('an event that changes nothing is not told', () => {
    const keeper = createMachineKeeper({ now: () => 0 }, () => undefined);
    keeper.take({ kind: 'due' });
    expect(keeper.history()).toEqual([]);
  });

  test('a listener that stops the tunnel while it is told of the start leaves it stopped', () => {
    const seen: string[] = [];
    const keeper = createMachineKeeper({ now: () => 0 }, ({ kind }) => seen.push(kind));
    const end = keeper.onChange(({ state }) => state.kind === 'connecting' && keeper.take({ kind: 'stopped', cause: 'no' }));
    keeper.take(started);
    expect(seen.at(-1)).toBe('stopped');
    expect(keeper.state().kind).toBe('stopped');
    end();
    keeper.take(started);
    expect(keeper.state().kind).toBe('connecting');
  });
});
