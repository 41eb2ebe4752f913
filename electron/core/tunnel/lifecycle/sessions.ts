import { describeFailure } from '../../../contract/failures/render-failure.ts';
import type { Duplex } from 'node:stream';
import type { Failure } from '../../../contract/failure.ts';
import { failure as failureOf } from '../../../contract/failures/fail.ts';
import type { Clock } from '../../shared/clock.ts';
import { type Timers, createTimer } from '../timers.ts';
import type { Session } from '../types.ts';
import { startKeepalive, type Keepalive } from './keepalive.ts';

export interface SessionsOptions {
  readonly idleIntervalMs: number;
  readonly clock: Clock;
  readonly timers: Timers;
  /** How long a silent session is kept for its open connections. */
  readonly silenceMs: () => number;
  readonly onRoundTrip: (ms: number) => void;
  /** Called when a session takes new requests: a new one, or one that answers again. `since` is when it was made. */
  readonly onAvailable: (since: number, isNew: boolean) => void;
  /** Called when no session takes new requests any more. */
  readonly onUnavailable: (failure: Failure) => void;
  /** Called when the number of connections over earlier sessions has changed. */
  readonly onEarlierChanged: () => void;
}

/** A session as the dialer uses it. */
export interface UsableSession {
  readonly session: Session;
  /** Aborted when the session falls silent. A connection that is not open yet can then be tried over another session. */
  readonly silent: AbortSignal;
  /** Counts a connection that was opened over the session. */
  readonly track: (stream: Duplex) => void;
}

/** Reports received bytes to a listener. */
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

const notAnswering: Failure = failureOf('instance-silent');

/** Timers can fire slightly early. */
const timerToleranceMs = 50;

/** Creates the set of all open sessions: the current one, and earlier ones that still have connections. */
export function createSessions(options: SessionsOptions) {
  const { clock, timers } = options;
  let tracked: readonly TrackedSession[] = [];
  let inUse: TrackedSession | undefined;
  let earlier = 0;
  const silenceTimer = createTimer(clock, timers, () => {
    close(expiredSessions(tracked, clock.now() + timerToleranceMs, options.silenceMs()));
    update(notAnswering); // the timeout setting may have changed
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

  /** Updates the current session, the timer and the counts. `failure` is reported if no session is left. */
  function update(failure: Failure): void {
    const next = sessionInUse(tracked);
    const previous = inUse;
    inUse = next;
    const silences = tracked.flatMap(({ silentSince }) => silentSince ?? []);
    silenceTimer.set(silences.length === 0 ? undefined : Math.min(...silences) + options.silenceMs());
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
      // Pending dials still listen to one that is not aborted.
      if (each.silent.aborted) {
        each.silence = new AbortController();
        each.silent = each.silence.signal;
      }
    } else {
      each.silentSince = clock.now();
      each.silence.abort(new Error(describeFailure(notAnswering).message));
    }
    update(notAnswering);
    if (isAlive && inUse === each) options.onAvailable(each.since, false); // it stayed the current session, but was suspect
  };

  const carry = (each: TrackedSession, stream: Duplex): void => {
    each.connections += 1;
    stream.once('close', () => {
      each.connections -= 1;
      if (tracked.includes(each)) update(notAnswering);
    });
  };

  return {
    current: (): UsableSession | undefined => inUse,
    /** Adds a session. `traffic` reports the bytes of its connections. */
    add: (session: Session, traffic: Traffic): void => {
      const silence = new AbortController();
      const added: TrackedSession = {
        session,
        since: Math.max(clock.now(), ...tracked.map(({ since }) => since + 1)),
        silentSince: undefined,
        connections: 0,
        isRetired: false,
        silent: silence.signal,
        silence: silence,
        keepalive: undefined,
        track: (stream) => carry(added, stream),
      };
      tracked = [...tracked, added];
      update(notAnswering);
      if (!tracked.includes(added)) return; // a listener has stopped the tunnel
      added.keepalive = startKeepalive({
        ...options,
        session,
        onSilent: () => setAlive(added, false),
        onAlive: () => setAlive(added, true),
      });
      traffic.listener = added.keepalive.onTraffic;
      session.onLost((failure) => {
        if (!tracked.includes(added)) return;
        tracked = tracked.filter((each) => each !== added);
        closeSession(added);
        update(failure);
      });
    },
    /** Pings all sessions. */
    probe: (): void => {
      for (const { keepalive } of tracked) keepalive?.probe();
    },
    /** Closes sessions so that one more can be dialled. */
    makeRoom: (): void => close(sessionsToEvict(tracked)),
    /** Takes no new requests over the open sessions. */
    retireAll: (failure: Failure): void => {
      for (const each of tracked) each.isRetired = true;
      update(failure);
    },
    closeAll: (): void => close(tracked),
    /** Returns the number of connections over earlier sessions. */
    earlier: (): number => earlier,
  };
}

/** The facts that decide about a session. */
export interface SessionInfo {
  /** When it was made. */
  readonly since: number;
  /** Since when it has not answered, or undefined if it does. */
  readonly silentSince: number | undefined;
  /** The number of open connections. */
  readonly connections: number;
  /** Replaced by another session, so it takes no new requests. */
  readonly isRetired: boolean;
}

/** Includes the one being dialled. More would look like an attack to an sshd with few `MaxStartups`. */
export const maxSessions = 3;

/**
 * Returns the session for new requests: the oldest that answers. The newest would leave one more session behind after each
 * outage, because open connections stay on older ones.
 */
export function sessionInUse<T extends SessionInfo>(sessions: readonly T[]): T | undefined {
  return sessions
    .filter(({ silentSince, isRetired }) => silentSince === undefined && !isRetired)
    .toSorted((left, right) => left.since - right.since)[0];
}

/** Returns sessions without connections that another one has replaced. A silent session stays until another is in use. */
export function unneededSessions<T extends SessionInfo>(sessions: readonly T[]): readonly T[] {
  const inUse = sessionInUse(sessions);
  return sessions.filter((each) => each !== inUse && each.connections === 0 && (inUse !== undefined || each.isRetired));
}

/** Returns sessions that have been silent for too long. */
export function expiredSessions<T extends SessionInfo>(sessions: readonly T[], now: number, limitMs: number): readonly T[] {
  return sessions.filter(({ silentSince }) => silentSince !== undefined && now - silentSince >= limitMs);
}

/** Returns the sessions to close so that one more can be dialled: first those without connections, then the longest silent. */
export function sessionsToEvict<T extends SessionInfo>(sessions: readonly T[]): readonly T[] {
  const excess = sessions.length + 1 - maxSessions;
  if (excess <= 0) return [];
  const rank = ({ connections, silentSince }: T): number => (connections === 0 ? Number.NEGATIVE_INFINITY : (silentSince ?? Infinity));
  return sessions.toSorted((left, right) => rank(left) - rank(right)).slice(0, excess);
}

/** Returns the number of connections over sessions other than the current one. */
export function countEarlierConnections(sessions: readonly SessionInfo[]): number {
  const inUse = sessionInUse(sessions);
  return sessions.reduce((sum, each) => (each === inUse ? sum : sum + each.connections), 0);
}
