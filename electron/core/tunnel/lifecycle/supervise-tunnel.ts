import type { DialTarget } from '../../shared/dial.ts';
import type { Timeouts } from '../../shared/timeouts.ts';
import { type TunnelCounters, createTunnelMeter, createDialer, unavailableFailure, createDialQueue } from './dialer.ts';
import type { TunnelState } from '../state/tunnel-state.ts';
import { createConnectAttempts } from './connect-attempts.ts';
import type { Failure, FailureCode } from '../../../contract/failure.ts';
import { failure as failureOf } from '../../../contract/failures/fail.ts';
import type { Clock } from '../../shared/clock.ts';
import type { MonitorNetwork } from '../network-monitor.ts';
import type { SshQuestion } from '../../../contract/connection.ts';
import type { Ask, Transport } from '../types.ts';
import { createStateMachine } from '../state/state-machine.ts';
import { type Timers, createTimer } from '../timers.ts';
import { createSessions } from './sessions.ts';
import { activityText } from '../text.ts';

/** A persistent connection to the inference server through the instance. */
export type Tunnel = ReturnType<typeof superviseTunnel>;

/** Read each time, because the user can change them. */
export type TunnelTimeouts = Pick<Timeouts, 'tunnelWaitMs' | 'connectMs' | 'silenceMs' | 'tunnelIdleMs'>;

export interface SuperviseOptions {
  readonly transport: (ask: Ask) => Transport;
  readonly ask: Ask;
  readonly target: DialTarget;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly monitorNetwork: MonitorNetwork;
  readonly random: () => number;
  readonly keepaliveMs: number;
  readonly timeouts: () => TunnelTimeouts;
}

/**
 * The retry delay while a request waits: the first one, and the limit it grows to. Smaller limits apply after failures that
 * never reached an sshd. After a timeout there is no delay, because the attempt already took long enough.
 */
const retrySoonMs: { readonly first: number; readonly max: number; readonly maxByFailure: Partial<Record<FailureCode, number>> } = {
  first: 500,
  max: 4000,
  maxByFailure: { 'connect-timeout': 0, unreachable: 500, 'name-not-found': 500, 'connection-refused': 1000 },
};
/** Wi-Fi often returns seconds after a wake. Until then, "no network" says nothing about the server. */
const networkGraceMs = 10_000;
/** An idle tunnel's limit is read at least this often, because the user may change it. */
const idleCheckMs = 60_000;

/** Creates a tunnel over any transport. One state machine decides, and `reconcile` adapts everything else to its state. */
export function superviseTunnel(options: SuperviseOptions) {
  const { clock, timers, random } = options;
  const meter = createTunnelMeter(clock);
  const queue = createDialQueue(timers);
  let isDisposed = false;
  let hasBeenUp = false;
  let networkChangedAt = Number.NEGATIVE_INFINITY;
  let failuresWhileWaiting = 0;
  let stopMonitor: (() => void) | undefined;
  let idleSince: number | undefined;

  const machine = createStateMachine(clock, reconcile);
  const { state } = machine;
  const retry = createTimer(clock, timers, () => machine.dispatch({ kind: 'retry-due' }));
  const idle = createTimer(clock, timers, checkIdle);

  const sessions = createSessions({
    idleIntervalMs: options.keepaliveMs,
    clock,
    timers,
    silenceMs: () => options.timeouts().silenceMs,
    onRoundTrip: meter.setRoundTrip,
    onAvailable: (since, isNew) => machine.dispatch({ kind: isNew ? 'connected' : 'alive', since }),
    onUnavailable: (failure) => machine.dispatch({ kind: 'lost', failure, jitter: random() }),
    onEarlierChanged: () => machine.notifyListeners(),
  });

  /** The kinds of questions in this attempt and in the last successful one. The latter recur at every login, such as one-time codes. */
  let asked = new Set<SshQuestion['kind']>();
  let askedBefore: ReadonlySet<SshQuestion['kind']> = asked;
  const isSuppressed = (question: SshQuestion): boolean =>
    question.kind !== 'host-key' && machine.isUnattended() && (question.isAgain || !askedBefore.has(question.kind));

  const ask: Ask = async (question, signal) => {
    if (isSuppressed(question)) return { kind: 'not-asked' };
    asked.add(question.kind);
    machine.dispatch({ kind: 'asked', question });
    try {
      return await options.ask(question, signal);
    } finally {
      machine.dispatch({ kind: 'answered' });
    }
  };
  const attempts = createConnectAttempts({
    transport: options.transport(ask),
    observer: {
      onProgress: (hop, identity) => machine.dispatch({ kind: 'progress', hop, identity }),
      onNote: machine.note,
      onBytes: meter.addBytes,
    },
    isUnattended: machine.isUnattended,
    onConnected: (session, traffic) => {
      askedBefore = asked;
      hasBeenUp = true;
      meter.addConnect();
      sessions.add(session, traffic);
    },
    onFailed: (failure) => {
      if (queue.length() > 0) failuresWhileWaiting += 1;
      machine.dispatch({ kind: 'not-connected', failure, jitter: random(), isInconclusive: isInconclusive(failure) });
    },
  });
  const isInconclusive = ({ code }: Failure): boolean =>
    (code === 'unreachable' || code === 'name-not-found') && clock.now() - networkChangedAt < networkGraceMs;

  /** Adapts sessions, timers and queue to the state. Idempotent. */
  function reconcile(now: TunnelState): void {
    const isConnecting = now.kind === 'connecting' || now.kind === 'waiting-for-user';
    const isUp = now.kind === 'ready' || now.kind === 'suspect';
    const isWaiting = now.kind === 'waiting-to-retry';
    if (!isConnecting) attempts.cancel('no longer wanted');
    if (now.kind === 'failed') sessions.retireAll(now.failure); // open connections may finish
    if (now.kind === 'idle' || now.kind === 'stopped') sessions.closeAll();
    if (retry.set(isWaiting ? now.until : undefined) && isWaiting && queue.length() > 0) retrySoon();
    if (isConnecting || isUp || isWaiting) stopMonitor ??= options.monitorNetwork(onNetworkChange);
    else {
      stopMonitor?.();
      stopMonitor = undefined;
    }
    if (now.kind === 'connecting' && !attempts.isConnecting()) {
      sessions.makeRoom();
      startAttempt('connecting');
    }
    const session = sessions.current();
    if (now.kind === 'ready' && session) queue.resolveAll(session);
    if (now.kind === 'failed') queue.rejectAll(now.failure);
    if (now.kind === 'stopped') queue.rejectAll(unavailableFailure(now));
    updateIdleTimer();
  }

  function startAttempt(cause: string): void {
    asked = new Set();
    attempts.start(cause);
  }

  function retrySoon(): void {
    const now = state();
    const maxMs = (now.kind === 'waiting-to-retry' ? retrySoonMs.maxByFailure[now.failure.code] : undefined) ?? retrySoonMs.max;
    const withinMs = Math.min(retrySoonMs.first * 2 ** Math.max(0, failuresWhileWaiting - 1), maxMs);
    machine.dispatch({ kind: 'retry-soon', cause: activityText.requestWaiting, withinMs });
  }

  function onNetworkChange(cause: string): void {
    networkChangedAt = clock.now();
    machine.dispatch({ kind: 'suspected', cause });
    machine.dispatch({ kind: 'retry-soon', cause, withinMs: 0 });
    sessions.probe();
    if (state().kind !== 'connecting' || !attempts.isConnecting()) return;
    machine.note(activityText.connectingAgain(cause));
    startAttempt(cause); // it was started on another network and may hang there
  }

  function updateIdleTimer(): void {
    idleSince = state().kind === 'ready' && meter.openChannels() === 0 ? clock.now() : undefined;
    if (idleSince === undefined) idle.set(undefined);
    else checkIdle();
  }

  function checkIdle(): void {
    if (idleSince === undefined) return;
    const until = idleSince + (options.timeouts().tunnelIdleMs ?? Infinity);
    if (clock.now() >= until) machine.dispatch({ kind: 'idle-timeout' });
    else idle.set(Math.min(until, clock.now() + idleCheckMs));
  }

  const start = (cause: string, isByUser = true): void => {
    if (!isDisposed) machine.dispatch({ kind: 'started', cause, isByUser });
  };
  const dialer = createDialer({
    ...options,
    hasBeenUp: () => hasBeenUp,
    queue,
    meter,
    state,
    history: machine.history,
    currentSession: () => (state().kind === 'ready' ? sessions.current() : undefined),
    onRequest: () => {
      idle.set(undefined); // set again when the dial ends
      if (queue.length() === 0) failuresWhileWaiting = 0;
      if (state().kind === 'idle') start(activityText.requestNeedsTunnel, false);
      else retrySoon();
    },
    onForbidden: (failure) => machine.dispatch({ kind: 'forwarding-forbidden', failure }),
    onDialEnd: updateIdleTimer,
  });

  return {
    start: (): void => start(activityText.turnedOn),
    stop: (): void => machine.dispatch({ kind: 'stopped', cause: activityText.turnedOff }),
    /** Starts the tunnel, ends a retry delay, or retries after a failure that only the user could fix. */
    reconnectNow: (): void => {
      sessions.retireAll(failureOf('tunnel-restarted'));
      start(activityText.reconnectRequested);
    },
    /** Marks the session as possibly dead, such as after a wake or a network change. */
    suspect: onNetworkChange,
    /** Opens a connection. Starts the tunnel if needed and waits while it reconnects. Rejects with a FailureError after a bounded time. */
    dial: dialer.dial,
    /** Resolves when the tunnel is ready. Starts it if needed and waits up to `limitMs`, or as long as `dial` would. */
    ready: dialer.ready,
    state,
    onChange: machine.onChange,
    /** The last 200 changes, newest last. */
    history: machine.history,
    counters: (): TunnelCounters => ({ ...meter.read(state()), earlier: sessions.earlier() }),
    /** Returns the key that the last finished attempt refused as changed, for `HostKeyStore.replaceKey`. */
    refusedKey: attempts.refusedKey,
    dispose: (): void => {
      isDisposed = true;
      machine.dispatch({ kind: 'stopped', cause: activityText.quit });
    },
  };
}
