import type { Dial, DialTarget } from '../../shared/dial.ts';
import { type TunnelCounters, createTunnelMeter } from '../counters.ts';
import type { TunnelChange, TunnelState } from '../state/tunnel-state.ts';
import { type RefusedKey, createConnectAttempts } from './connect-attempts.ts';
import type { Failure, FailureCode } from '../../../contract/failure.ts';
import type { Clock } from '../../shared/clock.ts';
import type { MonitorNetwork } from '../network-monitor.ts';
import type { Ask, Question } from '../types.ts';
import { createStateMachine } from '../state/state-machine.ts';
import { type Timers, createTimer } from '../timers.ts';
import type { Transport } from '../transport.ts';
import { createDialer, unavailableFailure, createDialQueue } from './dialer.ts';
import { createSessions } from './sessions.ts';

/** A way to the inference server that stays. */
export interface Tunnel {
  readonly start: () => void;
  readonly stop: () => void;
  /** Starts it, ends a wait, or tries again what only the user could mend. */
  readonly reconnectNow: () => void;
  /** The connection may be dead: after a wake, a change of network. */
  readonly suspect: (cause: string) => void;
  /** Starts the tunnel where needed, waits a bounded time while it reconnects, then rejects with a FailureError. */
  readonly dial: Dial;
  /** Starts it where needed and settles when it is ready, as `dial` does before it opens a connection; waits as long, or up to the limit. */
  readonly ready: (signal: AbortSignal, limitMs?: number) => Promise<void>;
  readonly state: () => TunnelState;
  /** Returns the end of the subscription. */
  readonly onChange: (listener: (change: TunnelChange) => void) => () => void;
  /** The last 200 changes, newest last. */
  readonly history: () => readonly TunnelChange[];
  readonly counters: () => TunnelCounters;
  /** The key of the last attempt that was refused as changed; for `HostKeyBook.replaceOwn`. */
  readonly refusedKey: () => RefusedKey | undefined;
  readonly dispose: () => void;
}

export interface SuperviseOptions {
  readonly transport: (ask: Ask) => Transport;
  readonly ask: Ask;
  readonly target: DialTarget;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly watchNetwork: MonitorNetwork;
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
export function superviseTunnel(options: SuperviseOptions): Tunnel {
  const { clock, timers, chance } = options;
  const counting = createTunnelMeter(clock);
  const line = createDialQueue(timers);
  let isDisposed = false;
  let hasBeenUp = false;
  let changedAt = Number.NEGATIVE_INFINITY;
  let missedInHurry = 0;
  let endWatch: (() => void) | undefined;

  const keeper = createStateMachine(clock, reconcile);
  const { state } = keeper;
  const retry = createTimer(clock, timers, () => keeper.dispatch({ kind: 'due' }));
  const idle = createTimer(clock, timers, () => keeper.dispatch({ kind: 'unused' }));

  const sessions = createSessions({
    everyMs: options.keepaliveMs,
    clock,
    timers,
    silenceMs: options.silenceMs,
    onRoundTrip: counting.roundTrip,
    onServing: (since, isNew) => keeper.dispatch({ kind: isNew ? 'connected' : 'alive', since }),
    onNone: (failure) => keeper.dispatch({ kind: 'lost', failure, chance: chance() }),
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
    keeper.dispatch({ kind: 'asked', question });
    try {
      return await options.ask(question, signal);
    } finally {
      keeper.dispatch({ kind: 'answered' });
    }
  };
  const attempting = createConnectAttempts({
    transport: options.transport(ask),
    watch: {
      onTrying: (hop, identity) => keeper.dispatch({ kind: 'trying', hop, identity }),
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
    onFailed: (failure) => {
      if (line.length() > 0) missedInHurry += 1;
      keeper.dispatch({ kind: 'not-connected', failure, chance: chance(), isFree: isInconclusive(failure) });
    },
  });
  const isInconclusive = ({ code }: Failure): boolean =>
    (code === 'unreachable' || code === 'name-not-found') && clock.now() - changedAt < graceMs;

  /** Brings everything in line with the state; it may be called at any time and any number of times. */
  function reconcile(now: TunnelState): void {
    const isUnderWay = now.kind === 'connecting' || now.kind === 'waiting-for-user';
    const isUp = now.kind === 'ready' || now.kind === 'suspect';
    const isWaiting = now.kind === 'waiting-to-retry';
    if (!isUnderWay) attempting.giveUp('no longer wanted');
    if (now.kind === 'failed') sessions.retire(now.failure); // what is under way may end
    if (now.kind === 'idle' || now.kind === 'stopped') sessions.release();
    if (retry.set(isWaiting ? now.until : undefined) && isWaiting && line.length() > 0) retrySoon();
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
    if (now.kind === 'failed') line.rejectAll(now.failure);
    if (now.kind === 'stopped') line.rejectAll(unavailableFailure(now));
    watchIdle();
  }

  function beginAttempt(cause: string): void {
    asked = new Set();
    attempting.begin(cause);
  }

  function retrySoon(): void {
    const now = state();
    const longest = (now.kind === 'waiting-to-retry' ? hurryMs.longest[now.failure.code] : undefined) ?? hurryMs.last;
    const withinMs = Math.min(hurryMs.first * 2 ** Math.max(0, missedInHurry - 1), longest);
    keeper.dispatch({ kind: 'hurried', cause: 'a request is waiting', withinMs });
  }

  function changed(cause: string): void {
    changedAt = clock.now();
    keeper.dispatch({ kind: 'suspected', cause });
    keeper.dispatch({ kind: 'hurried', cause, withinMs: 0 });
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
    if (!isDisposed) keeper.dispatch({ kind: 'started', cause, isByUser });
  };
  const dialing = createDialer({
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
      else retrySoon();
    },
    onForbidden: (failure) => keeper.dispatch({ kind: 'forbidden', failure }),
    onSettled: watchIdle,
  });

  return {
    start: () => start('switched on'),
    stop: () => keeper.dispatch({ kind: 'stopped', cause: 'switched off' }),
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
      keeper.dispatch({ kind: 'stopped', cause: 'Causeway ends' });
    },
  };
}
