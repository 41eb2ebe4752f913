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
