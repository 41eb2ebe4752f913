import { failure as failureOf } from '../../../contract/failures/fail.ts';
import type { Duplex } from 'node:stream';
import type { Failure } from '../../../contract/failure.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Timeouts } from '../../shared/timeouts.ts';
import { FailureError, type DialTarget } from '../../shared/dial.ts';
import type { TunnelChange, TunnelState } from '../state/tunnel-state.ts';
import type { Timers } from '../timers.ts';
import type { UsableSession } from './sessions.ts';

interface DialerOptions {
  readonly target: DialTarget;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly timeouts: () => Pick<Timeouts, 'tunnelWaitMs' | 'connectMs'>;
  readonly hasBeenUp: () => boolean;
  readonly queue: DialQueue;
  readonly meter: TunnelMeter;
  readonly state: () => TunnelState;
  readonly history: () => readonly TunnelChange[];
  /** Returns the session that can be used now. */
  readonly currentSession: () => UsableSession | undefined;
  /** Called for each request. Starts the tunnel or shortens its retry delay. */
  readonly onRequest: () => void;
  readonly onForbidden: (failure: Failure) => void;
  /** Called after a connection was opened, was closed or could not be opened. */
  readonly onDialEnd: () => void;
}

/** Creates what opens connections through the tunnel. */
export function createDialer(options: DialerOptions) {
  const { clock, queue, meter } = options;
  /** A tunnel that was never up may be misconfigured, so its requests fail sooner. */
  const waitMs = (): number => {
    const { tunnelWaitMs, connectMs } = options.timeouts();
    return options.hasBeenUp() ? tunnelWaitMs : Math.min(tunnelWaitMs, connectMs);
  };

  const findSession = async (signal: AbortSignal, until: number): Promise<UsableSession> => {
    const now = options.state();
    if (now.kind === 'failed') throw new FailureError(now.failure);
    if (now.kind === 'stopped') throw new FailureError(unavailableFailure(now));
    options.onRequest();
    return (
      options.currentSession() ?? queue.wait(signal, until - clock.now(), () => unavailableFailure(options.state(), options.history()))
    );
  };

  /** Returns undefined if the session fell silent before the instance answered, because another session may be tried. */
  const openThrough = async ({ session, silent }: UsableSession, target: DialTarget, signal: AbortSignal) => {
    const timeout = new AbortController();
    const cancel = options.timers.after(options.timeouts().connectMs, () =>
      timeout.abort(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' })),
    );
    try {
      return await session.open(target, AbortSignal.any([signal, silent, timeout.signal]));
    } catch (error) {
      if (signal.aborted || !silent.aborted) throw error;
      return undefined;
    } finally {
      cancel();
    }
  };

  const dial = async (target: DialTarget, signal: AbortSignal): Promise<Duplex> => {
    const until = clock.now() + waitMs();
    try {
      for (;;) {
        signal.throwIfAborted();
        const usable = await findSession(signal, until);
        const opened = await openThrough(usable, target, signal);
        if (!opened) continue;
        if (opened.ok) {
          usable.track(opened.value);
          meter.trackStream(opened.value, options.onDialEnd);
          return opened.value;
        }
        const { failure } = opened;
        const isOurTarget = target.host === options.target.host && target.port === options.target.port;
        if (failure.code === 'forwarding-forbidden' && isOurTarget) options.onForbidden(failure);
        // The session died before any byte was sent, so another may be tried.
        if (failure.code === 'connection-lost' && usable !== options.currentSession() && clock.now() < until) continue;
        throw new FailureError(failure);
      }
    } finally {
      options.onDialEnd();
    }
  };

  return {
    dial,
    ready: async (signal: AbortSignal, limitMs = waitMs()): Promise<void> => {
      signal.throwIfAborted();
      await findSession(signal, clock.now() + limitMs).finally(options.onDialEnd);
    },
  };
}

/** Requests waiting for a session. */
type DialQueue = ReturnType<typeof createDialQueue>;

/** Creates an empty queue. */
export function createDialQueue(timers: Timers) {
  const waiting = new Set<{ readonly accept: (session: UsableSession) => void; readonly reject: (reason: unknown) => void }>();
  return {
    length: (): number => waiting.size,
    /** Rejects with the failure of `onTimeout` after `limitMs`, or with the signal's reason on abort. */
    wait: (signal: AbortSignal, limitMs: number, onTimeout: () => Failure): Promise<UsableSession> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const remove = (): void => {
          cancel();
          signal.removeEventListener('abort', onAbort);
          waiting.delete(entry);
        };
        const entry = {
          accept: (session: UsableSession) => {
            remove();
            resolve(session);
          },
          reject: (reason: unknown) => {
            remove();
            reject(reason);
          },
        };
        const onAbort = (): void => entry.reject(signal.reason);
        const cancel = timers.after(Math.max(0, limitMs), () => entry.reject(new FailureError(onTimeout())));
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(entry);
      }),
    resolveAll: (session: UsableSession): void => {
      for (const { accept } of waiting) accept(session);
    },
    rejectAll: (failure: Failure): void => {
      for (const { reject } of waiting) reject(new FailureError(failure));
    },
  };
}

/** Returns why a request could not get a session. While the tunnel connects again, that is the failure of the attempt before. */
export function unavailableFailure(state: TunnelState, history: readonly TunnelChange[] = []): Failure {
  switch (state.kind) {
    case 'idle':
    case 'stopped':
      return failureOf('tunnel-off');
    case 'waiting-for-user':
      return failureOf('tunnel-needs-answer', { hop: state.question.hop });
    case 'waiting-to-retry':
    case 'failed':
      return failureOf('tunnel-down', { cause: state.failure });
    case 'connecting': {
      const before = history.findLast((change) => change.state.kind !== 'connecting')?.state;
      return before?.kind === 'waiting-to-retry' ? unavailableFailure(before) : failureOf('tunnel-not-up-in-time');
    }
    case 'ready':
    case 'suspect':
      return failureOf('tunnel-not-up-in-time');
  }
}

/** The tunnel's statistics. */
export interface TunnelCounters {
  readonly received: number;
  readonly sent: number;
  readonly openChannels: number;
  /** The last round trip to the instance, or undefined before the first. */
  readonly roundTripMs: number | undefined;
  /** How long the tunnel has been ready, or 0 if it is not. */
  readonly uptimeMs: number;
  readonly reconnects: number;
  /** Connections over sessions that are no longer the current one. */
  readonly earlier: number;
}

/** Counts bytes, connections and reconnects. */
type TunnelMeter = ReturnType<typeof createTunnelMeter>;

/** Creates a meter with all counters at zero. */
export function createTunnelMeter(clock: Clock) {
  let received = 0;
  let sent = 0;
  let connects = 0;
  let roundTripMs: number | undefined;
  const open = new Set<Duplex>();

  return {
    addBytes: (receivedBytes: number, sentBytes: number): void => {
      received += receivedBytes;
      sent += sentBytes;
    },
    /** Calls `onClosed` when the stream closes. */
    trackStream: (stream: Duplex, onClosed: () => void): void => {
      open.add(stream);
      stream.once('close', () => {
        open.delete(stream);
        onClosed();
      });
    },
    setRoundTrip: (ms: number): void => void (roundTripMs = ms),
    addConnect: (): void => void (connects += 1),
    openChannels: (): number => open.size,
    read: (state: TunnelState): Omit<TunnelCounters, 'earlier'> => ({
      received,
      sent,
      openChannels: open.size,
      roundTripMs,
      uptimeMs: state.kind === 'ready' ? clock.now() - state.since : state.kind === 'suspect' ? clock.now() - state.readySince : 0,
      reconnects: Math.max(0, connects - 1),
    }),
  };
}
