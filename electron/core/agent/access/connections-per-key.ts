import type { Socket } from 'node:net';
import type { AgentError } from '../agent-error.ts';

/** The open connections of each key. */
export interface ConnectionsPerKey {
  /** A key was shown over a connection, which is its own until it closes; says no to one too many. */
  readonly enter: (keyId: string, socket: Socket) => AgentError | undefined;
}

/** None are open; a key may have so many. */
export function createConnectionsPerKey(limit: number): ConnectionsPerKey {
  const byKey = new Map<string, Set<Socket>>();
  return {
    enter: (keyId, socket) => {
      const open = byKey.get(keyId) ?? new Set();
      if (open.has(socket)) return undefined;
      if (open.size >= limit) return tooMany;
      byKey.set(keyId, open.add(socket));
      socket.once('close', () => {
        open.delete(socket);
        if (open.size === 0) byKey.delete(keyId);
      });
      return undefined;
    },
  };
}

const tooMany: AgentError = {
  status: 429,
  code: 'too_many_connections',
  message: 'This key has as many connections open as one may have.',
  remedy: 'Close some, or use one for several requests.',
  retryAfterSeconds: 1,
  headers: { connection: 'close' }, // kept open, it would be one of those that are too many
};
