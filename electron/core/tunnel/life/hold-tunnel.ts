import type { Failure, FailureCode } from '../../../contract/failure.ts';
import type { Clock } from '../../support/clock.ts';
import type { DialTarget } from '../../support/dial.ts';
import { createCounting } from '../counters.ts';
import type { WatchNetwork } from '../network-watch.ts';
import type { Ask, Question } from '../ports.ts';
import { createMachineKeeper } from '../state/machine-keeper.ts';
import type { TunnelState } from '../state/tunnel-state.ts';
import type { Timers } from '../timers.ts';
import type { Transport } from '../transport.ts';
import { createAlarm } from './alarm.ts';
import { createAttempting } from './attempting.ts';
import { createDialing } from './dialing.ts';
import { createHeldSessions } from './held-sessions.ts';
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
  /** How long the instance may take to open a connection. */
  readonly openMs: () => number;
  /** How long a session that does not answer is kept for what is under way. */
  readonly silenceMs: () => number;
  /** Undefined: never. */
  readonly idleStopMs: () => number | undefined;
}

/**
 * How soon to try again while a request waits: at first, and after it has waited for several attempts in vain. Sooner after those of
 * which no sshd has heard; one that ran into its time limit has taken its time already.
 */
const hurryMs: { readonly first: number; readonly last: number; readonly longest: Partial<Record<FailureCode, number>> } = {
  first: 500,
  last: 4000,
  longest: { 'connect-timeout': 0, unreachable: 500, 'name-not-found': 500, 'connection-refused': 1000 },
};
/** Wi-Fi often returns seconds after the wake; until then, "no network" says nothing about the server. */
const graceMs = 10_000;

/** Holds a tunnel over any transport: one state machine, and everything else brought in line with it. */
export function holdTunnel(options: HoldOptions): Tunnel {
  const { clock, timers, chance } = options;
  const counting = createCounting(clock);
  const line = createWaitingLine(timers);
  let isDisposed = false;
  let hasBeenUp = false;
  let changedAt = Number.NEGATIVE_INFINITY;
  let missedInHurry = 0;
  let endWatch: (() => void) | undefined;

  const keeper = createMachineKeeper(clock, reconcile);
  const { state } = keeper;
  const retry = createAlarm(clock, timers, () => keeper.take({ kind: 'due' }));
  const idle = createAlarm(clock, timers, () => keeper.take({ kind: 'unused' }));

  const sessions = createHeldSessions({
    everyMs: options.keepaliveMs,
    clock,
    timers,
    silenceMs: options.silenceMs,
    onRoundTrip: counting.roundTrip,
    onServing: (since, isNew) => keeper.take({ kind: isNew ? 'connected' : 'alive', since }),
    onNone: (failure) => keeper.take({ kind: 'lost', failure, chance: chance() }),
    onEarlier: () => keeper.tellAgain(),
  });

  /** What was asked in this attempt, and in the last that succeeded: that is asked at every login, such as for a one-time code. */
  let asked = new Set<Question['kind']>();
  let usuallyAsked: ReadonlySet<Question['kind']> = asked;
  const isQuiet = (question: Question): boolean =>
    question.kind !== 'host-key' && keeper.isUnattended() && (question.isAgain || !usuallyAsked.has(question.kind));

  const ask: Ask = async (question, signal) => {
    if (isQuiet(question)) return { kind: 'not-asked' };
    asked.add(question.kind);
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
    isUnattended: keeper.isUnattended,
    onConnected: (session, traffic) => {
      usuallyAsked = asked;
      hasBeenUp = true;
      counting.connected();
      sessions.hold(session, traffic);
    },
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
    if (now.kind === 'failed') sessions.retire(now.failure); // what is under way may end
    if (now.kind === 'idle' || now.kind === 'stopped') sessions.release();
    if (retry.set(isWaiting ? now.until : undefined) && isWaiting && line.length() > 0) hurry();
    if (isUnderWay || isUp || isWaiting) endWatch ??= options.watchNetwork(changed);
    else {
      endWatch?.();
      endWatch = undefined;
    }
    if (now.kind === 'connecting' && !attempting.isUnderWay()) {
      sessions.makeRoom();
      beginAttempt('connecting');
    }
    const session = sessions.current();
    if (now.kind === 'ready' && session) line.serve(session);
    if (now.kind === 'failed') line.turnAway(now.failure);
    if (now.kind === 'stopped') line.turnAway(unavailable(now));
    watchIdle();
  }

  function beginAttempt(cause: string): void {
    asked = new Set();
    attempting.begin(cause);
  }

  function hurry(): void {
    const now = state();
    const longest = (now.kind === 'waiting-to-retry' ? hurryMs.longest[now.failure.code] : undefined) ?? hurryMs.last;
    const withinMs = Math.min(hurryMs.first * 2 ** Math.max(0, missedInHurry - 1), longest);
    keeper.take({ kind: 'hurried', cause: 'a request is waiting', withinMs });
  }

  function changed(cause: string): void {
    changedAt = clock.now();
    keeper.take({ kind: 'suspected', cause });
    keeper.take({ kind: 'hurried', cause, withinMs: 0 });
    sessions.probe();
    if (state().kind !== 'connecting' || !attempting.isUnderWay()) return;
    keeper.note(`${cause}: beginning again`);
    beginAttempt(cause); // it was begun on another network and may hang there for long
  }

  function watchIdle(): void {
    const idleStopMs = options.idleStopMs();
    const isIdle = idleStopMs !== undefined && state().kind === 'ready' && counting.openChannels() === 0;
    idle.set(isIdle ? clock.now() + idleStopMs : undefined);
  }

  const start = (cause: string, isByUser = true): void => {
    if (!isDisposed) keeper.take({ kind: 'started', cause, isByUser });
  };
  const dialing = createDialing({
    ...options,
    // One that has never been up may be set up wrongly, which should be heard of soon.
    waitMs: () => (hasBeenUp ? options.waitMs() : Math.min(options.waitMs(), options.openMs())),
    line,
    counting,
    state,
    session: () => (state().kind === 'ready' ? sessions.current() : undefined),
    wake: () => {
      idle.set(undefined); // set again when the connection is open, or has failed to
      if (line.length() === 0) missedInHurry = 0;
      if (state().kind === 'idle') start('a request needs the tunnel', false);
      else hurry();
    },
    onForbidden: (failure) => keeper.take({ kind: 'forbidden', failure }),
    onSettled: watchIdle,
  });

  return {
    start: () => start('switched on'),
    stop: () => keeper.take({ kind: 'stopped', cause: 'switched off' }),
    reconnectNow: () => {
      sessions.retire({ code: 'connection-lost', message: 'The tunnel was asked to connect anew.', remedy: 'Ask again.' });
      start('asked to reconnect now');
    },
    suspect: changed,
    ...dialing,
    state,
    onChange: keeper.onChange,
    history: keeper.history,
    counters: () => ({ ...counting.read(state()), earlier: sessions.earlier() }),
    refusedKey: attempting.refusedKey,
    dispose: () => {
      isDisposed = true;
      keeper.take({ kind: 'stopped', cause: 'Causeway ends' });
    },
  };
}
