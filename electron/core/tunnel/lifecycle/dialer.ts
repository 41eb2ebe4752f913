import type { Duplex } from 'node:stream';
import type { Failure } from '../../../contract/failure.ts';
import type { Dial, DialTarget } from '../../shared/dial.ts';
import type { Clock } from '../../shared/clock.ts';
import { FailureError } from '../../shared/failure-error.ts';
import type { TunnelMeter } from '../counters.ts';
import type { TunnelState } from '../state/tunnel-state.ts';
import type { Timers } from '../timers.ts';
import type { UsableSession } from './sessions.ts';
import { unavailableFailure } from './unavailable-failure.ts';
import type { DialQueue } from './dial-queue.ts';

export interface DialerOptions {
  readonly target: DialTarget;
  readonly clock: Clock;
  readonly timers: Timers;
  /** How long a request waits for a session. */
  readonly waitMs: () => number;
  /** How long the instance may take to open a connection, once there is a session. */
  readonly openMs: () => number;
  readonly line: DialQueue;
  readonly counting: TunnelMeter;
  readonly state: () => TunnelState;
  /** The session, if it can be used right now. */
  readonly session: () => UsableSession | undefined;
  /** A request is there: starts the tunnel or hurries it. */
  readonly wake: () => void;
  readonly onForbidden: (failure: Failure) => void;
  /** A connection was opened, closed or could not be opened. */
  readonly onSettled: () => void;
}

/** How a tunnel is used. */
export interface Dialer {
  readonly dial: Dial;
  readonly ready: (signal: AbortSignal, limitMs?: number) => Promise<void>;
}

/** The dials of a tunnel. */
export function createDialer(options: DialerOptions): Dialer {
  const { clock, line, counting } = options;

  const findSession = async (signal: AbortSignal, until: number): Promise<UsableSession> => {
    const now = options.state();
    if (now.kind === 'failed') throw new FailureError(now.failure);
    if (now.kind === 'stopped') throw new FailureError(unavailableFailure(now));
    options.wake();
    return options.session() ?? line.join(signal, until - clock.now(), () => unavailableFailure(options.state()));
  };

  /** Nothing where the session fell silent before the instance said anything: another may be tried. */
  const openOver = async ({ session, silent }: UsableSession, target: DialTarget, signal: AbortSignal) => {
    const late = new AbortController();
    const cancel = options.timers.after(options.openMs(), () =>
      late.abort(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' })),
    );
    try {
      return await session.open(target, AbortSignal.any([signal, silent, late.signal]));
    } catch (error) {
      if (signal.aborted || !silent.aborted) throw error;
      return undefined;
    } finally {
      cancel();
    }
  };

  const dial = async (target: DialTarget, signal: AbortSignal): Promise<Duplex> => {
    const until = clock.now() + options.waitMs();
    try {
      for (;;) {
        signal.throwIfAborted();
        const usable = await findSession(signal, until);
        const opened = await openOver(usable, target, signal);
        if (!opened) continue;
        if (opened.ok) {
          usable.carry(opened.value);
          counting.watch(opened.value, options.onSettled);
          return opened.value;
        }
        const { failure } = opened;
        const isOurTarget = target.host === options.target.host && target.port === options.target.port;
        if (failure.code === 'forwarding-forbidden' && isOurTarget) options.onForbidden(failure);
        // The session died before a single byte was sent, so another may be tried.
        if (failure.code === 'connection-lost' && usable !== options.session() && clock.now() < until) continue;
        throw new FailureError(failure);
      }
    } finally {
      options.onSettled();
    }
  };

  return {
    dial,
    ready: async (signal, limitMs = options.waitMs()) => {
      signal.throwIfAborted();
      await findSession(signal, clock.now() + limitMs).finally(options.onSettled);
    },
  };
}
