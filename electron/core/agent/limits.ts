import type { AgentError } from './agent-error.ts';
import type { Socket } from 'node:net';

/** How much the agent takes at once; the next one is told to come back. */
export interface AgentLimits {
  readonly headerBytes: number;
  /** Until the head of a request is there. */
  readonly headersMs: number;
  /** Until all of a request is there. */
  readonly requestMs: number;
  /** Between two pieces of a request's body, while we would take one. */
  readonly bodyIdleMs: number;
  readonly bodyBytes: number;
  /** Of all the bodies that are held together, to read their model. */
  readonly bufferedBytes: number;
  readonly connections: number;
  /** Open connections over which one key was shown. */
  readonly connectionsPerKey: number;
  readonly concurrent: number;
  /** Requests at once for one key, or for all who come without one. */
  readonly perCaller: number;
  /** Until the service in use is known, such as while the demo starts. */
  readonly serviceWaitMs: number;
  /** Between two signs of life for a client that waits for the tunnel. */
  readonly keepAliveMs: number;
}

const mebibyte = 1024 * 1024;

/** Far more than a person with some programs needs, and less than would hurt this computer. */
export const defaultLimits: AgentLimits = {
  headerBytes: 32 * 1024,
  headersMs: 10_000,
  requestMs: 300_000,
  bodyIdleMs: 30_000,
  bodyBytes: 64 * mebibyte,
  bufferedBytes: 256 * mebibyte,
  connections: 1024,
  connectionsPerKey: 256,
  concurrent: 512,
  perCaller: 256,
  serviceWaitMs: 20_000,
  keepAliveMs: 10_000,
};

/** Places for requests: so many at once, and so many for one caller. */
export interface RequestSlots {
  /** Takes one for a key, or for all who come without one (''); or says no. */
  readonly take: (caller: string) => { readonly release: () => void } | AgentError;
  readonly taken: () => number;
}

/** All places free. */
export function createRequestSlots({ concurrent, perCaller }: Pick<AgentLimits, 'concurrent' | 'perCaller'>): RequestSlots {
  const byCaller = new Map<string, number>();
  let taken = 0;
  return {
    taken: () => taken,
    take: (caller) => {
      if (taken >= concurrent) return tooManyRequests;
      const reserved = byCaller.get(caller) ?? 0;
      if (reserved >= perCaller) return caller === '' ? keylessTooManyRequests : keyTooManyRequests;
      taken += 1;
      byCaller.set(caller, reserved + 1);
      let isReleased = false;
      const release = (): void => {
        if (isReleased) return;
        isReleased = true;
        taken -= 1;
        const remaining = (byCaller.get(caller) ?? 1) - 1;
        if (remaining > 0) byCaller.set(caller, remaining);
        else byCaller.delete(caller);
      };
      return { release };
    },
  };
}

const tooManyRequests: AgentError = {
  status: 503,
  code: 'too_many_requests',
  message: 'Causeway is already answering as many requests as it takes at once.',
  remedy: 'Wait a second, or send fewer at a time.',
  retryAfterSeconds: 1,
};
const keyTooManyRequests: AgentError = {
  status: 429,
  code: 'too_many_requests',
  message: 'This key has as many requests under way as one may have.',
  remedy: 'Wait a second, or send fewer at a time.',
  retryAfterSeconds: 1,
};
const keylessTooManyRequests: AgentError = {
  ...keyTooManyRequests,
  message: 'Programs without a local key have as many requests under way as they may have together.',
  remedy: 'Wait a second, send fewer at a time, or use a local key.',
};

/** The open connections of each key. */
export interface ConnectionsPerKey {
  /** A key was shown over a connection, which is its own until it closes; says no to one too many. */
  readonly register: (keyId: string, socket: Socket) => AgentError | undefined;
}

/** None are open; a key may have so many. */
export function createConnectionsPerKey(limit: number): ConnectionsPerKey {
  const byKey = new Map<string, Set<Socket>>();
  return {
    register: (keyId, socket) => {
      const open = byKey.get(keyId) ?? new Set();
      if (open.has(socket)) return undefined;
      if (open.size >= limit) return tooManyConnections;
      byKey.set(keyId, open.add(socket));
      socket.once('close', () => {
        open.delete(socket);
        if (open.size === 0) byKey.delete(keyId);
      });
      return undefined;
    },
  };
}

const tooManyConnections: AgentError = {
  status: 429,
  code: 'too_many_connections',
  message: 'This key has as many connections open as one may have.',
  remedy: 'Close some, or use one for several requests.',
  retryAfterSeconds: 1,
  headers: { connection: 'close' }, // kept open, it would be one of those that are too many
};

/** A share of the budget. */
export interface Reservation {
  /** It turned out to be this much. */
  readonly resize: (bytes: number) => void;
  readonly release: () => void;
}

/** A budget for bodies that are held in memory. */
export interface MemoryBudget {
  /** Undefined where there is no room. */
  readonly reserve: (bytes: number) => Reservation | undefined;
}

/** A budget of which nothing is spent. */
export function createMemoryBudget(limit: number): MemoryBudget {
  let reservedTotal = 0;
  return {
    reserve: (bytes) => {
      if (reservedTotal + bytes > limit) return undefined;
      let reserved = bytes;
      reservedTotal += reserved;
      const settle = (actual: number): void => {
        reservedTotal += actual - reserved;
        reserved = actual;
      };
      return { resize: settle, release: () => settle(0) };
    },
  };
}
