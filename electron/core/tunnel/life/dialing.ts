import type { Duplex } from 'node:stream';
import type { Failure } from '../../../contract/failure.ts';
import type { Dial, DialTarget } from '../../support/dial.ts';
import type { Clock } from '../../support/clock.ts';
import { FailureError } from '../../support/failure-error.ts';
import type { Counting } from '../counters.ts';
import type { TunnelState } from '../state/tunnel-state.ts';
import type { Session } from '../transport.ts';
import { unavailable } from './unavailable.ts';
import type { WaitingLine } from './waiting-line.ts';

export interface DialingOptions {
  readonly target: DialTarget;
  readonly clock: Clock;
  readonly waitMs: () => number;
  readonly line: WaitingLine;
  readonly counting: Counting;
  readonly state: () => TunnelState;
  /** The session, if it can be used right now. */
  readonly session: () => Session | undefined;
  /** A request is there: starts the tunnel or hurries it. */
  readonly wake: () => void;
  readonly onForbidden: (failure: Failure) => void;
  /** A connection was opened, closed or could not be opened. */
  readonly onSettled: () => void;
}

/** How a tunnel is used. */
export interface Dialing {
  readonly dial: Dial;
  readonly dialHalfOpen: Dial;
  readonly ready: (signal: AbortSignal) => Promise<void>;
}

/** The dials of a tunnel. */
export function createDialing(options: DialingOptions): Dialing {
  const { clock, line, counting } = options;

  const findSession = async (signal: AbortSignal, until: number): Promise<Session> => {
    const now = options.state();
    if (now.kind === 'failed') throw new FailureError(now.failure);
    if (now.kind === 'stopped') throw new FailureError(unavailable(now));
    options.wake();
    return options.session() ?? line.join(signal, until - clock.now(), () => unavailable(options.state()));
  };

  const open = async (target: DialTarget, signal: AbortSignal, isHalfOpen: boolean): Promise<Duplex> => {
    const until = clock.now() + options.waitMs();
    try {
      for (;;) {
        signal.throwIfAborted();
        const session = await findSession(signal, until);
        const opened = await session.open(target, { signal, isHalfOpen });
        if (opened.ok) {
          counting.watch(opened.value, options.onSettled);
          return opened.value;
        }
        const { failure } = opened;
        const isOurTarget = target.host === options.target.host && target.port === options.target.port;
        if (failure.code === 'forwarding-forbidden' && isOurTarget) options.onForbidden(failure);
        // The session died before a single byte was sent, so another may be tried.
        if (failure.code === 'connection-lost' && session !== options.session() && clock.now() < until) continue;
        throw new FailureError(failure);
      }
    } finally {
      options.onSettled();
    }
  };

  return {
    dial: (target, signal) => open(target, signal, false),
    dialHalfOpen: (target, signal) => open(target, signal, true),
    ready: async (signal) => {
      signal.throwIfAborted();
      await findSession(signal, clock.now() + options.waitMs()).finally(options.onSettled);
    },
  };
}
