import type { Duplex } from 'node:stream';
import type { Failure } from '../../../contract/failure.ts';
import type { Clock } from '../../shared/clock.ts';
import { isGivenUp, makesRoom, onEarlierSessions, sessionInUse, isUsedUp, type SessionFacts } from '../state/session-limits.ts';
import { type Timers, createTimer } from '../timers.ts';
import type { Session } from '../transport.ts';
import { startKeepalive, type Keepalive } from './keepalive.ts';

export interface SessionsOptions {
  readonly everyMs: number;
  readonly clock: Clock;
  readonly timers: Timers;
  /** How long a session that does not answer is kept for what is under way. */
  readonly silenceMs: () => number;
  readonly onRoundTrip: (ms: number) => void;
  /** A session that was made at that time takes new requests: one that is new, or that answers again. */
  readonly onServing: (since: number, isNew: boolean) => void;
  /** No session takes new requests any more. */
  readonly onNone: (failure: Failure) => void;
  /** Connections over earlier sessions became more or fewer. */
  readonly onEarlier: () => void;
}

/** A session as a request uses it. */
export interface UsableSession {
  readonly session: Session;
  /** Aborted when it no longer answers: what is not under way yet can be tried elsewhere. */
  readonly silent: AbortSignal;
  /** A connection was opened over it. */
  readonly carry: (stream: Duplex) => void;
}

/** The sessions there are: the one in use, and earlier ones for what is under way over them. */
export interface Sessions {
  readonly current: () => UsableSession | undefined;
  /** `traffic` is what goes through its connections. */
  readonly hold: (session: Session, traffic: Traffic) => void;
  /** Asks all for a sign of life. */
  readonly probe: () => void;
  /** Closes what must give way to one that is about to be dialled. */
  readonly makeRoom: () => void;
  /** Takes nothing new over the sessions there are. */
  readonly retire: (failure: Failure) => void;
  /** Closes all. */
  readonly release: () => void;
  /** How many connections run over earlier sessions. */
  readonly earlier: () => number;
}

/** Tells a listener of the bytes that go by. */
export interface Traffic {
  listener: (received: number) => void;
}

interface Held extends SessionFacts, UsableSession {
  silentSince: number | undefined;
  connections: number;
  isRetired: boolean;
  silent: AbortSignal;
  becameSilent: AbortController;
  heartbeat: Keepalive | undefined;
}

const noAnswer: Failure = {
  code: 'connection-lost',
  message: 'The instance no longer answers.',
  remedy: 'Causeway connects again by itself.',
};

/** Timers can ring a little before the clock says so. */
const earlyMs = 50;

/** Nothing is held yet. */
export function createSessions(options: SessionsOptions): Sessions {
  const { clock, timers } = options;
  let held: readonly Held[] = [];
  let inUse: Held | undefined;
  let earlier = 0;
  const limit = createTimer(clock, timers, () => {
    drop(isGivenUp(held, clock.now() + earlyMs, options.silenceMs()));
    settle(noAnswer); // the limit may have been moved meanwhile
  });

  const end = ({ heartbeat, session, becameSilent }: Held): void => {
    heartbeat?.end();
    becameSilent.abort(new Error('the session has ended'));
    session.close();
  };

  function drop(sessions: readonly Held[]): void {
    if (sessions.length === 0) return;
    held = held.filter((each) => !sessions.includes(each));
    for (const each of sessions) end(each);
    settle(noAnswer);
  }

  /** Brings all in line with the facts; `failure` is why, should none be left that takes new requests. */
  function settle(failure: Failure): void {
    const next = sessionInUse(held);
    const former = inUse;
    inUse = next;
    const silences = held.flatMap(({ silentSince }) => silentSince ?? []);
    limit.set(silences.length === 0 ? undefined : Math.min(...silences) + options.silenceMs());
    const count = onEarlierSessions(held);
    const isOther = count !== earlier;
    earlier = count;
    if (next && next !== former) options.onServing(next.since, next.heartbeat === undefined);
    if (!next && former) options.onNone(failure);
    if (isOther) options.onEarlier();
    drop(isUsedUp(held));
  }

  const answered = (each: Held, isAlive: boolean): void => {
    if (isAlive) {
      each.silentSince = undefined;
      each.becameSilent = new AbortController();
      each.silent = each.becameSilent.signal;
    } else {
      each.silentSince = clock.now();
      each.becameSilent.abort(new Error(noAnswer.message));
    }
    settle(noAnswer);
    if (isAlive && inUse === each) options.onServing(each.since, false); // it was in use all the time, and in doubt
  };

  const carry = (each: Held, stream: Duplex): void => {
    each.connections += 1;
    stream.once('close', () => {
      each.connections -= 1;
      if (held.includes(each)) settle(noAnswer);
    });
  };

  return {
    current: () => inUse,
    hold: (session, traffic) => {
      const becameSilent = new AbortController();
      const fresh: Held = {
        session,
        since: Math.max(clock.now(), ...held.map(({ since }) => since + 1)),
        silentSince: undefined,
        connections: 0,
        isRetired: false,
        silent: becameSilent.signal,
        becameSilent,
        heartbeat: undefined,
        carry: (stream) => carry(fresh, stream),
      };
      held = [...held, fresh];
      settle(noAnswer);
      if (!held.includes(fresh)) return; // whoever heard of it has stopped the tunnel
      fresh.heartbeat = startKeepalive({
        ...options,
        session,
        onSilent: () => answered(fresh, false),
        onAlive: () => answered(fresh, true),
      });
      traffic.listener = fresh.heartbeat.heard;
      session.onLost((failure) => {
        if (!held.includes(fresh)) return;
        held = held.filter((each) => each !== fresh);
        end(fresh);
        settle(failure);
      });
    },
    probe: () => {
      for (const { heartbeat } of held) heartbeat?.probe();
    },
    makeRoom: () => drop(makesRoom(held)),
    retire: (failure) => {
      for (const each of held) each.isRetired = true;
      settle(failure);
    },
    release: () => drop(held),
    earlier: () => earlier,
  };
}
