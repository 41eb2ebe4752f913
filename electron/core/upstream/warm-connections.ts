import type { TLSSocket } from 'node:tls';

export interface WarmConnectionsOptions {
  /** Opens one, verified; it ends with whoever made it. */
  readonly open: () => Promise<TLSSocket>;
  /** How many should be ready now; 0 while the way there is not open. */
  readonly wanted: () => number;
  readonly limits?: Partial<WarmConnectionsLimits>;
}

/** For how long a connection is held ready. */
export interface WarmConnectionsLimits {
  /** Until one that was taken is made up for: what it was taken for goes first. */
  readonly refillMs: number;
  /** Servers hang up on a connection over which nothing is asked; most after a minute. */
  readonly maxAgeMs: number;
  /** Without a request for so long, none are kept. */
  readonly idleAfterMs: number;
}

/** Connections that are dialled and secured already, so that a request need not wait for that. */
export interface WarmConnections {
  /** One that is ready, for the caller to keep. */
  readonly take: () => TLSSocket | undefined;
  /** There was a request, or the way is open now: sees to it that there are enough. */
  readonly topUp: () => void;
  readonly dispose: () => void;
}

const defaultLimits: WarmConnectionsLimits = { refillMs: 100, maxAgeMs: 45_000, idleAfterMs: 10 * 60_000 };

/** None are opened before the first `tend`. One that can't be opened is not tried again before the next. */
export function createWarmConnections({ open, wanted, limits }: WarmConnectionsOptions): WarmConnections {
  const { refillMs, maxAgeMs, idleAfterMs } = { ...defaultLimits, ...limits };
  const ready = new Map<TLSSocket, () => void>();
  let opening = 0;
  let lastUsedAt = 0;
  let refillTimer: NodeJS.Timeout | undefined;
  let isDisposed = false;

  const drop = (socket: TLSSocket): void => {
    ready.get(socket)?.();
    socket.on('error', () => undefined).destroy();
  };
  const addReady = (socket: TLSSocket): void => {
    const onEnd = (): void => drop(socket); // nothing was asked, so what can be read is an end
    const timer = setTimeout(() => {
      drop(socket);
      if (performance.now() - lastUsedAt < idleAfterMs) refill();
    }, maxAgeMs).unref();
    for (const event of ['readable', 'close', 'error']) socket.on(event, onEnd);
    ready.set(socket, () => {
      ready.delete(socket);
      clearTimeout(timer);
      for (const event of ['readable', 'close', 'error']) socket.off(event, onEnd);
    });
  };
  const openOne = async (): Promise<void> => {
    opening += 1;
    try {
      const socket = await open();
      if (isDisposed || ready.size >= wanted()) socket.on('error', () => undefined).destroy();
      else addReady(socket);
    } catch {
      // whoever needs a connection will hear why there is none
    } finally {
      opening -= 1;
    }
  };
  const refill = (): void => {
    refillTimer ??= setTimeout(() => {
      refillTimer = undefined;
      if (isDisposed) return;
      const missing = wanted() - ready.size - opening;
      for (let count = 0; count < missing; count += 1) void openOne();
    }, refillMs).unref();
  };

  return {
    take: () => {
      const [socket] = ready.keys();
      if (!socket) return undefined;
      ready.get(socket)?.();
      return socket;
    },
    topUp: () => {
      lastUsedAt = performance.now();
      if (ready.size + opening < wanted()) refill();
    },
    dispose: () => {
      isDisposed = true;
      clearTimeout(refillTimer);
      for (const socket of ready.keys()) drop(socket);
    },
  };
}
