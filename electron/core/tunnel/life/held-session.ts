import type { Failure } from '../../../contract/failure.ts';
import type { Timers } from '../timers.ts';
import type { Session } from '../transport.ts';
import { startHeartbeat, type Heartbeat } from './heartbeat.ts';

export interface HeldSessionOptions {
  readonly everyMs: number;
  readonly timers: Timers;
  readonly onHeld: () => void;
  readonly onRoundTrip: (ms: number) => void;
  readonly onSilence: () => void;
  /** A probe was answered. */
  readonly onAlive: () => void;
  /** It is released by then. */
  readonly onLost: (failure: Failure) => void;
  /** Whether it should be probed again. */
  readonly isSuspect: () => boolean;
}

/** The one session there is, if any, and its heartbeat. */
export interface HeldSession {
  readonly current: () => Session | undefined;
  readonly hold: (session: Session) => void;
  /** Asks it for a sign of life, and gives it up without; one question at a time. */
  readonly probe: () => Promise<void>;
  /** Gives it up for a reason. */
  readonly lose: (failure: Failure) => void;
  /** Closes it, where there is one. */
  readonly release: () => void;
}

const noAnswer: Failure = {
  code: 'connection-lost',
  message: 'The instance no longer answers.',
  remedy: 'Causeway connects again by itself.',
};

/** Nothing is held yet. */
export function createHeldSession(options: HeldSessionOptions): HeldSession {
  let session: Session | undefined;
  let heartbeat: Heartbeat | undefined;
  let isProbing = false;

  const release = (): void => {
    heartbeat?.end();
    session?.close();
    heartbeat = undefined;
    session = undefined;
  };
  const lose = (failure: Failure): void => {
    release();
    options.onLost(failure);
  };
  const probe = async (): Promise<void> => {
    if (!heartbeat || isProbing) return;
    isProbing = true;
    const probed = session;
    const isAlive = await heartbeat.probe();
    isProbing = false;
    if (session !== probed) {
      if (options.isSuspect()) void probe(); // another session meanwhile, and suspect as well
    } else if (isAlive) options.onAlive();
    else lose(noAnswer);
  };

  return {
    current: () => session,
    hold: (fresh) => {
      session = fresh;
      heartbeat = startHeartbeat({ ...options, session: fresh });
      options.onHeld();
      fresh.onLost((failure) => session === fresh && lose(failure));
    },
    probe,
    lose,
    release,
  };
}
