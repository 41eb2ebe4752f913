import type { Duplex } from 'node:stream';
import type { Failure } from '../../../contract/failure.ts';
import type { Clock } from '../../shared/clock.ts';
import {
  expiredSessions,
  sessionsToEvict,
  countEarlierConnections,
  sessionInUse,
  unneededSessions,
  type SessionInfo,
} from '../state/session-limits.ts';
import { type Timers, createTimer } from '../timers.ts';
import type { Session } from '../transport.ts';
import { startKeepalive, type Keepalive } from './keepalive.ts';

export interface SessionsOptions {
  readonly idleIntervalMs: number;
  readonly clock: Clock;
  readonly timers: Timers;
  /** How long a session that does not answer is kept for what is under way. */
  readonly silenceTimeoutMs: () => number;
  readonly onRoundTrip: (ms: number) => void;
  /** A session that was made at that time takes new requests: one that is new, or that answers again. */
  readonly onAvailable: (since: number, isNew: boolean) => void;
  /** No session takes new requests any more. */
  readonly onUnavailable: (failure: Failure) => void;
  /** Connections over earlier sessions became more or fewer. */
  readonly onEarlierChanged: () => void;
}

/** A session as a request uses it. */
export interface UsableSession {
  readonly session: Session;
  /** Aborted when it no longer answers: what is not under way yet can be tried elsewhere. */
  readonly silent: AbortSignal;
  /** A connection was opened over it. */
  readonly track: (stream: Duplex) => void;
}

/** The sessions there are: the one in use, and earlier ones for what is under way over them. */
export interface Sessions {
  readonly current: () => UsableSession | undefined;
  /** `traffic` is what goes through its connections. */
  readonly add: (session: Session, traffic: Traffic) => void;
  /** Asks all for a sign of life. */
  readonly probe: () => void;
  /** Closes what must give way to one that is about to be dialled. */
  readonly makeRoom: () => void;
  /** Takes nothing new over the sessions there are. */
  readonly retireAll: (failure: Failure) => void;
  /** Closes all. */
  readonly closeAll: () => void;
  /** How many connections run over earlier sessions. */
  readonly earlier: () => number;
}

/** Tells a listener of the bytes that go by. */
export interface Traffic {
  listener: (received: number) => void;
}

interface TrackedSession extends SessionInfo, UsableSession {
  silentSince: number | undefined;
  connections: number;
  isRetired: boolean;
  silent: AbortSignal;
  silence: AbortController;
  keepalive: Keepalive | undefined;
}

const notAnswering: Failure = {
  code: 'connection-lost',
  message: 'The instance no longer answers.',
  remedy: 'Causeway connects again by itself.',
};

/** Timers can ring a little before the clock says so. */
const timerToleranceMs = 50;

/** Nothing is held yet. */
export function createSessions(options: SessionsOptions): Sessions {
  const { clock, timers } = options;
  let tracked: readonly TrackedSession[] = [];
  let inUse: TrackedSession | undefined;
  let earlier = 0;
  const silenceTimer = createTimer(clock, timers, () => {
    close(expiredSessions(tracked, clock.now() + timerToleranceMs, options.silenceTimeoutMs()));
    update(notAnswering); // the limit may have been moved meanwhile
  });

  const closeSession = ({ keepalive, session, silence }: TrackedSession): void => {
    keepalive?.stop();
    silence.abort(new Error('the session has ended'));
    session.close();
  };

  function close(sessions: readonly TrackedSession[]): void {
    if (sessions.length === 0) return;
    tracked = tracked.filter((each) => !sessions.includes(each));
    for (const each of sessions) closeSession(each);
    update(notAnswering);
  }

  /** Brings all in line with the facts; `failure` is why, should none be left that takes new requests. */
  function update(failure: Failure): void {
    const next = sessionInUse(tracked);
    const previous = inUse;
    inUse = next;
    const silences = tracked.flatMap(({ silentSince }) => silentSince ?? []);
    silenceTimer.set(silences.length === 0 ? undefined : Math.min(...silences) + options.silenceTimeoutMs());
    const count = countEarlierConnections(tracked);
    const hasEarlierChanged = count !== earlier;
    earlier = count;
    if (next && next !== previous) options.onAvailable(next.since, next.keepalive === undefined);
    if (!next && previous) options.onUnavailable(failure);
    if (hasEarlierChanged) options.onEarlierChanged();
    close(unneededSessions(tracked));
  }

  const setAlive = (each: TrackedSession, isAlive: boolean): void => {
    if (isAlive) {
      each.silentSince = undefined;
      each.silence = new AbortController();
      each.silent = each.silence.signal;
    } else {
      each.silentSince = clock.now();
      each.silence.abort(new Error(notAnswering.message));
    }
    update(notAnswering);
    if (isAlive && inUse === each) options.onAvailable(each.since, false); // it was in use all the time, and in doubt
  };

  const carry = (each: TrackedSession, stream: Duplex): void => {
    each.connections += 1;
    stream.once('close', () => {
      each.connections -= 1;
      if (tracked.includes(each)) update(notAnswering);
    });
  };

  return {
    current: () => inUse,
    add: (session, traffic) => {
      const becameSilent = new AbortController();
      const fresh: TrackedSession = {
        session,
        since: Math.max(clock.now(), ...tracked.map(({ since }) => since + 1)),
        silentSince: undefined,
        connections: 0,
        isRetired: false,
        silent: becameSilent.signal,
        silence: becameSilent,
        keepalive: undefined,
        track: (stream) => carry(fresh, stream),
      };
      tracked = [...tracked, fresh];
      update(notAnswering);
      if (!tracked.includes(fresh)) return; // whoever heard of it has stopped the tunnel
      fresh.keepalive = startKeepalive({
        ...options,
        session,
        onSilent: () => setAlive(fresh, false),
        onAlive: () => setAlive(fresh, true),
      });
      traffic.listener = fresh.keepalive.onTraffic;
      session.onLost((failure) => {
        if (!tracked.includes(fresh)) return;
        tracked = tracked.filter((each) => each !== fresh);
        closeSession(fresh);
        update(failure);
      });
    },
    probe: () => {
      for (const { keepalive } of tracked) keepalive?.probe();
    },
    makeRoom: () => close(sessionsToEvict(tracked)),
    retireAll: (failure) => {
      for (const each of tracked) each.isRetired = true;
      update(failure);
    },
    closeAll: () => close(tracked),
    earlier: () => earlier,
  };
}
