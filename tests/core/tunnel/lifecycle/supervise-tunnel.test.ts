import { PassThrough, type Duplex } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ok, type Failure, type FailureCode, type Result } from '../../../../electron/contract/failure.ts';
import { type Tunnel, superviseTunnel, type TunnelTimeouts } from '../../../../electron/core/tunnel/lifecycle/supervise-tunnel.ts';
import { createNetworkMonitor } from '../../../../electron/core/tunnel/network-monitor.ts';
import type { PingResult, Session, Transport } from '../../../../electron/core/tunnel/types.ts';
import { createManualClock, type ManualClock } from '../manual-clock.ts';
import { recordedFailure } from '../../../support/recorded-failure.ts';

const network: Failure = recordedFailure('connection-lost', 'No network.', 'Wait.');
const target = { host: 'inference', port: 443 };
const never = new AbortController().signal;

/** Creates a session whose answers the test decides. */
function fakeSession(): Omit<Session, 'open'> & {
  open: Session['open'];
  readonly lose: () => void;
  pulse: PingResult;
  isClosed: boolean;
  opened: number;
} {
  let fail: ((failure: Failure) => void) | undefined;
  const session = {
    pulse: { kind: 'answered', ms: 7 } as PingResult,
    isClosed: false,
    opened: 0,
    open: (async () => {
      session.opened += 1;
      return ok(new PassThrough());
    }) as Session['open'],
    ping: async () => session.pulse,
    onLost: (listener: (failure: Failure) => void) => void (fail = listener),
    close: () => void (session.isClosed = true),
    lose: () => fail?.(recordedFailure('connection-lost', 'Broke.', 'Wait.')),
  };
  return session;
}

/** Ends a connection and resolves when its session has counted it. */
async function ended(stream: Duplex): Promise<void> {
  await new Promise((resolve) => stream.once('close', resolve).destroy());
}

interface World extends ManualClock {
  readonly tunnel: Tunnel;
  readonly attempts: { readonly at: number; readonly signal: AbortSignal; readonly end: (result: Result<Session>) => void }[];
  /** Reports bytes, for each attempt. */
  readonly traffic: ((received: number, sent: number) => void)[];
  network: string;
}

/** Creates a tunnel whose attempts wait until the test ends them. */
function createTestTunnel(limits: () => Partial<TunnelTimeouts> = () => ({})): World {
  const hand = createManualClock();
  const attempts: World['attempts'] = [];
  const traffic: World['traffic'] = [];
  const transport: Transport = {
    connect: (watch, signal) => {
      traffic.push(watch.onBytes);
      return new Promise((end) => attempts.push({ at: hand.clock.now(), signal, end }));
    },
  };
  const world: { network: string } = { network: 'one' };
  const tunnel = superviseTunnel({
    transport: () => transport,
    ask: async () => ({ kind: 'given-up' }),
    target,
    clock: hand.clock,
    timers: hand.timers,
    monitorNetwork: createNetworkMonitor({ ...hand, readInterfaces: () => world.network }),
    random: () => 1,
    keepaliveMs: 15_000,
    timeouts: () => ({ tunnelWaitMs: 12_000, connectMs: 15_000, silenceMs: 900_000, tunnelIdleMs: undefined, ...limits() }),
  });
  onTestFinished(tunnel.dispose);
  return Object.assign(world, { ...hand, tunnel, attempts, traffic });
}

const missed: Result<Session> = { ok: false, failure: network };

/** Lets attempts fail until the longest retry delay has just started. */
async function missLong({ attempts, move }: World, code: FailureCode = network.code): Promise<void> {
  const missed: Result<Session> = { ok: false, failure: { ...network, code } };
  for (let failures = 0; failures < 8; failures += 1) {
    attempts.at(-1)?.end(missed);
    await move(30_000);
  }
  attempts.at(-1)?.end(missed);
}

describe('attempts', () => {
  test('runs only one attempt, however often it is started', async () => {
    const { tunnel, attempts, move } = createTestTunnel();
    tunnel.start();
    tunnel.start();
    tunnel.reconnectNow();
    const dials = [1, 2, 3].map(() => tunnel.dial(target, never));
    await move(0);
    expect(attempts).toHaveLength(1);
    attempts[0]?.end(ok(fakeSession()));
    await Promise.all(dials);
    expect(attempts).toHaveLength(1);
  });

  test('shortens the retry delay while a request waits, with backoff', async () => {
    const world = createTestTunnel(() => ({ tunnelWaitMs: 60_000, connectMs: 60_000 }));
    const { tunnel, attempts, move, clock } = world;
    tunnel.start();
    await missLong(world);
    await move(0);
    const count = attempts.length;
    const from = clock.now();
    for (let request = 0; request < 50; request += 1) tunnel.dial(target, never).catch(() => undefined);
    await move(499);
    expect(attempts).toHaveLength(count);
    await move(1);
    expect(attempts).toHaveLength(count + 1);
    for (const waited of [500, 1000, 2000, 4000, 4000]) {
      attempts.at(-1)?.end(missed);
      await move(waited);
    }
    expect(attempts.map(({ at }) => at - from).slice(count)).toEqual([500, 1000, 2000, 4000, 8000, 12_000]);
  });

  test.each([
    ['that found no network', 'unreachable', [500, 1000, 1500, 2000]],
    ['that was refused by the system', 'connection-refused', [500, 1000, 2000, 3000]],
    ['that took all its time', 'connect-timeout', [0, 0, 0, 0]],
  ] as const)('retries an attempt %s sooner while a request waits, because no sshd has seen the attempt', async (_what, code, times) => {
    const world = createTestTunnel(() => ({ tunnelWaitMs: 60_000 }));
    const { tunnel, attempts, move, clock } = world;
    tunnel.start();
    await missLong(world, code);
    await move(0);
    const count = attempts.length;
    const from = clock.now();
    tunnel.dial(target, never).catch(() => undefined);
    for (let each = 0; each < times.length; each += 1) {
      await move((times[each] ?? 0) - (times[each - 1] ?? 0));
      attempts.at(-1)?.end({ ok: false, failure: { ...network, code } });
      await move(0);
    }
    expect(attempts.map(({ at }) => at - from).slice(count, count + times.length)).toEqual(times);
  });

  test('retries at once on "reconnect now" and on a network change', async () => {
    const world = createTestTunnel();
    const { tunnel, move } = world;
    tunnel.start();
    await missLong(world);
    await move(0);
    expect(tunnel.state().kind).toBe('waiting-to-retry');
    tunnel.reconnectNow();
    expect(tunnel.state().kind).toBe('connecting');
    await missLong(world);
    await move(2000);
    expect(tunnel.state().kind).toBe('waiting-to-retry');
    world.network = 'two';
    await move(1000);
    expect(tunnel.state().kind).toBe('connecting');
  });

  test('restarts an attempt that hangs on the old network', async () => {
    const world = createTestTunnel();
    const { tunnel, attempts, move } = world;
    tunnel.start();
    world.network = 'two';
    await move(1000);
    expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    const late = fakeSession();
    attempts[0]?.end(ok(late));
    await move(0);
    expect(late.isClosed, 'a session that comes too late must not leak').toBe(true);
    expect(tunnel.state().kind).toBe('connecting');
  });
});

describe('requests', () => {
  test('wait as long as the limit says if the tunnel was up before, otherwise only as long as for a connection', async () => {
    const { tunnel, attempts, move } = createTestTunnel(() => ({ tunnelWaitMs: 180_000, connectMs: 15_000 }));
    const outcomes: string[] = [];
    const dial = (name: string): void => {
      tunnel.dial(target, never).then(
        () => outcomes.push(`${name} is served`),
        () => outcomes.push(`${name} is given up`),
      );
    };
    dial('the first');
    await move(15_000);
    expect(outcomes).toEqual(['the first is given up']);
    const session = fakeSession();
    attempts.at(-1)?.end(ok(session));
    await move(0);
    session.lose();
    dial('the second');
    await move(179_000);
    expect(outcomes).toHaveLength(1);
    await move(1000);
    expect(outcomes.at(-1)).toBe('the second is given up');
  });
});

/** Opens a connection that stays pending until it is aborted. */
const openNever: Session['open'] = (_target, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

describe('sessions', () => {
  const up = async (limits?: () => Partial<TunnelTimeouts>): Promise<World & { readonly session: ReturnType<typeof fakeSession> }> => {
    const world = createTestTunnel(limits);
    const session = fakeSession();
    world.tunnel.start();
    world.attempts[0]?.end(ok(session));
    await world.move(0);
    expect(world.tunnel.state().kind).toBe('ready');
    return Object.assign(world, { session });
  };

  const silent: PingResult = { kind: 'silent' };
  const answer: PingResult = { kind: 'answered', ms: 7 };

  test('uses a silent session again as soon as it receives bytes', async () => {
    const { tunnel, session, traffic, move } = await up();
    const running = await tunnel.dial(target, never);
    session.pulse = silent;
    await move(15_000);
    expect(tunnel.state().kind).toBe('connecting');
    traffic[0]?.(0, 10);
    expect(tunnel.state().kind, 'what we send says nothing').toBe('connecting');
    traffic[0]?.(10, 0);
    expect(tunnel.state().kind).toBe('ready');
    running.destroy();
  });

  test('pings although the clock was set back', async () => {
    const { tunnel, session, traffic, move, sleep } = await up();
    traffic[0]?.(10, 0);
    session.pulse = silent;
    sleep(-3_600_000);
    await move(5000);
    expect(tunnel.state().kind).toBe('connecting');
  });

  test('cancels the dial when the silent session answers again', async () => {
    const world = await up();
    const { tunnel, session, attempts, move } = world;
    session.pulse = silent;
    world.network = 'two';
    await move(1000);
    expect(tunnel.state().kind).toBe('connecting');
    session.pulse = answer;
    await move(5000);
    expect(tunnel.state().kind).toBe('ready');
    expect(attempts.map(({ signal }) => signal.aborted)).toEqual([false, true]);
    expect(tunnel.counters().reconnects).toBe(0);
  });

  test('moves such a connection also after a probe that was answered (catches a dial that hangs on a dead session)', async () => {
    const world = await up();
    const { tunnel, session, attempts, move } = world;
    session.open = openNever;
    const dialled = tunnel.dial(target, never);
    await move(0);
    tunnel.suspect('the computer woke up');
    await move(0);
    expect(tunnel.state().kind).toBe('ready');
    session.pulse = silent;
    world.network = 'two';
    await move(1000);
    attempts[1]?.end(ok(fakeSession()));
    await move(0);
    expect(tunnel.counters().openChannels).toBe(1);
    await ended(await dialled);
  });

  test('keeps open connections when a reconnect is requested', async () => {
    const { tunnel, session, attempts, move } = await up();
    const running = await tunnel.dial(target, never);
    tunnel.reconnectNow();
    await move(0);
    attempts[1]?.end(ok(fakeSession()));
    await move(30_000);
    expect([session.isClosed, running.destroyed]).toEqual([false, false]);
    expect(tunnel.counters()).toMatchObject({ earlier: 1, reconnects: 1 });
    await ended(running);
    expect(session.isClosed).toBe(true);
  });

  test('keeps a session that is merely busy', async () => {
    const { tunnel, session, move } = await up();
    session.pulse = { kind: 'busy' };
    await move(60_000);
    expect(tunnel.state().kind).toBe('ready');
  });

  test('pings after a sleep although no timer fired', async () => {
    const { tunnel, sleep, move } = await up();
    sleep(3_600_000);
    await move(1000);
    expect(tunnel.history().some(({ state, cause }) => state.kind === 'suspect' && cause === 'the computer woke up')).toBe(true);
    expect(tunnel.state().kind).toBe('ready');
  });

  test('closes an idle tunnel, and the next request starts it again', async () => {
    const { tunnel, session, attempts, move } = await up(() => ({ tunnelIdleMs: 60_000 }));
    const stream = await tunnel.dial(target, never);
    await move(120_000);
    expect(tunnel.state().kind, 'a connection is open').toBe('ready');
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    await move(59_999);
    expect(tunnel.state().kind).toBe('ready');
    await move(1);
    expect(tunnel.state().kind).toBe('idle');
    expect(session.isClosed).toBe(true);
    const dialled = tunnel.dial(target, never);
    await move(0);
    attempts[1]?.end(ok(fakeSession()));
    (await dialled).destroy();
  });

  test.each([
    ['raised', 120_000, 300_000, 300_000],
    ['removed', 120_000, undefined, undefined],
    ['lowered', 600_000, 180_000, 180_000],
    ['lowered below the idle time', 600_000, 60_000, 120_000],
    ['set', undefined, 180_000, 180_000],
  ])('applies a limit that is %s while the tunnel is idle', async (_, before, after, closedAfter) => {
    let tunnelIdleMs: number | undefined = before;
    const { tunnel, move } = await up(() => ({ tunnelIdleMs }));
    await move(90_000);
    tunnelIdleMs = after;
    await move((closedAfter ?? 3_600_000) - 90_000 - 1);
    expect(tunnel.state().kind).toBe('ready');
    await move(1);
    expect(tunnel.state().kind).toBe(closedAfter === undefined ? 'ready' : 'idle');
  });

  test('retries a dial when its session dies before any byte was sent', async () => {
    const { tunnel, session, attempts, move } = await up();
    session.open = async () => {
      session.lose();
      return { ok: false, failure: recordedFailure('connection-lost', 'Broke.', 'Wait.') };
    };
    const dialled = tunnel.dial(target, never);
    await move(0);
    attempts[1]?.end(ok(fakeSession()));
    expect((await dialled).destroy().destroyed).toBe(true);
  });

  test('names the last failure if a request’s time is over during the next attempt', async () => {
    const { tunnel, attempts, move } = createTestTunnel();
    const failed = tunnel.dial(target, never).catch((error: unknown) => error);
    await move(0);
    attempts[0]?.end({ ok: false, failure: network });
    await move(2000);
    expect(tunnel.state().kind).toBe('connecting');
    await move(15_000);
    expect(await failed).toMatchObject({ failure: { reason: 'tunnel-down', params: { cause: network } } });
  });

  test('leaves no timer behind when disposed, and doesn’t start afterwards', async () => {
    const { tunnel, session, pending, attempts } = await up(() => ({ tunnelIdleMs: 60_000 }));
    tunnel.dispose();
    expect(pending()).toBe(0);
    expect(session.isClosed).toBe(true);
    tunnel.start();
    tunnel.reconnectNow();
    await expect(tunnel.dial(target, never)).rejects.toMatchObject({ failure: { code: 'tunnel-unavailable' } });
    expect(attempts).toHaveLength(1);
  });
});
