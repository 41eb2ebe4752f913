/** What decides about one of the sessions that are sessions. */
export interface SessionInfo {
  /** When it was made. */
  readonly since: number;
  /** Since when it has not answered; undefined while it does. */
  readonly silentSince: number | undefined;
  /** How many connections run over it. */
  readonly connections: number;
  /** Another was asked for in its place: it takes nothing new. */
  readonly isRetired: boolean;
}

/** At a time, the one that is being dialled included: more would look like an attack to an sshd with few `MaxStartups`. */
export const maxSessions = 3;

/**
 * The session that new requests take: the oldest that answers. Not the newest, because what is under way is on an older one, and
 * each outage would leave one more behind; so the one dialled meanwhile is used up and closed.
 */
export function sessionInUse<T extends SessionInfo>(sessions: readonly T[]): T | undefined {
  return sessions
    .filter(({ silentSince, isRetired }) => silentSince === undefined && !isRetired)
    .toSorted((left, right) => left.since - right.since)[0];
}

/** Those that are needed no more: another is in use, and nothing runs over them. One in doubt stays until another is in use. */
export function unneededSessions<T extends SessionInfo>(sessions: readonly T[]): readonly T[] {
  const inUse = sessionInUse(sessions);
  return sessions.filter((each) => each !== inUse && each.connections === 0 && (inUse !== undefined || each.isRetired));
}

/** Those that have been silent for so long that nothing will come of them. */
export function expiredSessions<T extends SessionInfo>(sessions: readonly T[], now: number, limitMs: number): readonly T[] {
  return sessions.filter(({ silentSince }) => silentSince !== undefined && now - silentSince >= limitMs);
}

/** Those that give way, so that one more can be dialled: first what nothing runs over, then what has been silent longest. */
export function sessionsToEvict<T extends SessionInfo>(sessions: readonly T[]): readonly T[] {
  const excess = sessions.length + 1 - maxSessions;
  if (excess <= 0) return [];
  const rank = ({ connections, silentSince }: T): number => (connections === 0 ? Number.NEGATIVE_INFINITY : (silentSince ?? Infinity));
  return sessions.toSorted((left, right) => rank(left) - rank(right)).slice(0, excess);
}

/** How many connections run over others than the session in use. */
export function countEarlierConnections(sessions: readonly SessionInfo[]): number {
  const inUse = sessionInUse(sessions);
  return sessions.reduce((sum, each) => (each === inUse ? sum : sum + each.connections), 0);
}
