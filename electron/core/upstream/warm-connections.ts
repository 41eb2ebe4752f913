import type { TLSSocket } from 'node:tls';

export interface WarmConnectionsOptions {
  /** Opens a verified connection. */
  readonly open: () => Promise<TLSSocket>;
  /** How many should be ready now. 0 while the route isn't available. */
  readonly wanted: () => number;
  readonly limits?: Partial<WarmConnectionsLimits>;
}

/** Times of warm connections. */
export interface WarmConnectionsLimits {
  /** Delay before a taken one is replaced, because the request that took it goes first. */
  readonly refillMs: number;
  /** Servers close unused connections, most after a minute. */
  readonly maxAgeMs: number;
  /** None are kept after this long without a request. */
  readonly idleAfterMs: number;
}

/** Connections opened in advance, so that a request needn't wait. */
export type WarmConnections = ReturnType<typeof createWarmConnections>;

const defaultLimits: WarmConnectionsLimits = { refillMs: 100, maxAgeMs: 45_000, idleAfterMs: 10 * 60_000 };

/** Creates the pool. Opens nothing before the first `topUp`. A failed one isn't retried before the next. */
export function createWarmConnections({ open, wanted, limits }: WarmConnectionsOptions) {
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
    const onEnd = (): void => drop(socket); // nothing was requested, so any data is an end
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
      // the next request reports why it can't connect
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
    /** Hands over a ready connection, if there is one. */
    take: (): TLSSocket | undefined => {
      const [socket] = ready.keys();
      if (!socket) return undefined;
      ready.get(socket)?.();
      return socket;
    },
    /** Call it on a request, or when the route becomes available. */
    topUp: (): void => {
      lastUsedAt = performance.now();
      if (ready.size + opening < wanted()) refill();
    },
    dispose: (): void => {
      isDisposed = true;
      clearTimeout(refillTimer);
      for (const socket of ready.keys()) drop(socket);
    },
  };
}
