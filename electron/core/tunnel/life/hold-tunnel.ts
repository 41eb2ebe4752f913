import type { Failure } from '../../../contract/failure.ts';
import type { Clock } from '../../support/clock.ts';
import type { DialTarget } from '../../support/dial.ts';
import { createCounting } from '../counters.ts';
import type { WatchNetwork } from '../network-watch.ts';
import type { Ask } from '../ports.ts';
import { createMachineKeeper } from '../state/machine-keeper.ts';
import type { TunnelState } from '../state/tunnel-state.ts';
import type { Timers } from '../timers.ts';
import type { Transport } from '../transport.ts';
import { createAlarm } from './alarm.ts';
import { createAttempting } from './attempting.ts';
import { createDialing } from './dialing.ts';
import { createHeldSession } from './held-session.ts';
import type { Tunnel } from './held-tunnel.ts';
import { unavailable } from './unavailable.ts';
import { createWaitingLine } from './waiting-line.ts';

export interface HoldOptions {
  readonly transport: (ask: Ask) => Transport;
  readonly ask: Ask;
  readonly target: DialTarget;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly watchNetwork: WatchNetwork;
  readonly chance: () => number;
  readonly keepaliveMs: number;
  /** How long a request waits for a session. */
  readonly waitMs: () => number;
  /** Undefined: never. */
  readonly idleStopMs: () => number | undefined;
}

/** How soon to try again while a request waits: at first, and after it has waited for several attempts in vain. */
const hurryMs = { first: 500, last: 4000 };
/** Wi-Fi often returns seconds after the wake; until then, "no network" says nothing about the server. */
const graceMs = 10_000;

/** Holds a tunnel over any transport: one state machine, and everything else brought in line with it. */
export function holdTunnel(options: HoldOptions): Tunnel {
  const { clock, timers, chance } = options;
  const counting = createCounting(clock);
  const line = createWaitingLine(timers);
  let isDisposed = false;
  let changedAt = Number.NEGATIVE_INFINITY;
  let missedInHurry = 0;
  let endWatch: (() => void) | undefined;

  const keeper = createMachineKeeper(clock, reconcile);
  const { state } = keeper;
  const retry = createAlarm(clock, timers, () => keeper.take({ kind: 'due' }));
  const idle = createAlarm(clock, timers, () => keeper.take({ kind: 'unused' }));

  const held = createHeldSession({
    everyMs: options.keepaliveMs,
    timers,
    onHeld: () => {
      counting.connected();
      keeper.take({ kind: 'connected' });
    },
    onRoundTrip: counting.roundTrip,
    onSilence: () => keeper.take({ kind: 'suspected', cause: 'the instance fell silent' }),
    onAlive: () => keeper.take({ kind: 'alive' }),
    onLost: (failure) => keeper.take({ kind: 'lost', failure, chance: chance() }),
    isSuspect: () => state().kind === 'suspect',
  });

  const ask: Ask = async (question, signal) => {
    keeper.take({ kind: 'asked', question });
    try {
      return await options.ask(question, signal);
    } finally {
      keeper.take({ kind: 'answered' });
    }
  };
  const attempting = createAttempting({
    transport: options.transport(ask),
    watch: {
      onTrying: (hop, identity) => keeper.take({ kind: 'trying', hop, identity }),
      onNote: keeper.note,
      onBytes: counting.count,
    },
    onConnected: held.hold,
    onMissed: (failure) => {
      if (line.length() > 0) missedInHurry += 1;
      keeper.take({ kind: 'not-connected', failure, chance: chance(), isFree: saysNothing(failure) });
    },
  });
  const saysNothing = ({ code }: Failure): boolean =>
    (code === 'unreachable' || code === 'name-not-found') && clock.now() - changedAt < graceMs;

  /** Brings everything in line with the state; it may be called at any time and any number of times. */
  function reconcile(now: TunnelState): void {
    const isUnderWay = now.kind === 'connecting' || now.kind === 'waiting-for-user';
    const isUp = now.kind === 'ready' || now.kind === 'suspect';
    const isWaiting = now.kind === 'waiting-to-retry';
    if (!isUnderWay) attempting.giveUp('no longer wanted');
    if (!isUp) held.release();
    if (retry.set(isWaiting ? now.until : undefined) && isWaiting && line.length() > 0) hurry();
    if (isUnderWay || isUp || isWaiting) endWatch ??= options.watchNetwork(changed);
    else {
      endWatch?.();
      endWatch = undefined;
    }
    if (now.kind === 'connecting' && !attempting.isUnderWay()) attempting.begin('connecting');
    if (now.kind === 'suspect') void held.probe();
    const session = held.current();
    if (now.kind === 'ready' && session) line.serve(session);
    if (now.kind === 'failed') line.turnAway(now.failure);
    if (now.kind === 'stopped') line.turnAway(unavailable(now));
    watchIdle();
  }

  function hurry(): void {
    const withinMs = Math.min(hurryMs.first * 2 ** Math.max(0, missedInHurry - 1), hurryMs.last);
    keeper.take({ kind: 'hurried', cause: 'a request is waiting', withinMs });
  }

  function changed(cause: string): void {
    changedAt = clock.now();
    keeper.take({ kind: 'suspected', cause });
    keeper.take({ kind: 'hurried', cause, withinMs: 0 });
    if (state().kind !== 'connecting' || !attempting.isUnderWay()) return;
    keeper.note(`${cause}: beginning again`);
    attempting.begin(cause); // it was begun on another network and may hang there for long
  }

  function watchIdle(): void {
    const idleStopMs = options.idleStopMs();
    const isIdle = idleStopMs !== undefined && state().kind === 'ready' && counting.openChannels() === 0;
    idle.set(isIdle ? clock.now() + idleStopMs : undefined);
  }

  const start = (cause: string): void => {
    if (!isDisposed) keeper.take({ kind: 'started', cause });
  };
  const dialing = createDialing({
    ...options,
    line,
    counting,
    state,
    session: () => (state().kind === 'ready' ? held.current() : undefined),
    wake: () => {
      idle.set(undefined); // set again when the connection is open, or has failed to
      if (line.length() === 0) missedInHurry = 0;
      if (state().kind === 'idle') start('a request needs the tunnel');
      else hurry();
    },
    onForbidden: (failure) => keeper.take({ kind: 'forbidden', failure }),
    onSettled: watchIdle,
  });

  return {
    start: () => start('switched on'),
    stop: () => keeper.take({ kind: 'stopped', cause: 'switched off' }),
    reconnectNow: () => {
      if (held.current()) held.lose({ code: 'connection-lost', message: 'The tunnel was asked to connect anew.', remedy: 'Ask again.' });
      start('asked to reconnect now');
    },
    suspect: changed,
    ...dialing,
    state,
    onChange: keeper.onChange,
    history: keeper.history,
    counters: () => counting.read(state()),
    refusedKey: attempting.refusedKey,
    dispose: () => {
      isDisposed = true;
      keeper.take({ kind: 'stopped', cause: 'Causeway ends' });
    },
  };
}
