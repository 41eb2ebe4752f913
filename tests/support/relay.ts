import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Starts a relay to a local port. Listens on a free port by default. */
export async function startRelay(toPort: number, delayMs = 0, ownPort = 0) {
  const pairs = new Set<readonly [Socket, Socket]>();
  const lost = new WeakSet<Socket>();
  const stalled = new Set<Socket>();
  const flushes = new Set<() => void>();
  let delay = delayMs;
  let isDropping = false;
  let areNewStalled = false;
  let count = 0;
  let hungUp = 0;
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    near.once('data', () => (count += 1));
    const far = connect({ host: '127.0.0.1', port: toPort, noDelay: true, allowHalfOpen: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    far.once('end', () => (hungUp += 1));
    if (areNewStalled) for (const socket of pair) stalled.add(socket);
    if (isDropping) for (const socket of pair) lost.add(socket);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => undefined);
      forward(from, to, () => delay, { isLost: (socket) => lost.has(socket), isStalled: (socket) => stalled.has(socket), flushes });
      from.once('close', () => {
        if (lost.has(from)) return; // the other side must not notice
        pairs.delete(pair);
        to.destroy();
      });
    }
  });
  server.listen(ownPort, '127.0.0.1');
  await once(server, 'listening');
  const all = (): readonly Socket[] => [...pairs].flat();
  return {
    port: (server.address() as AddressInfo).port,
    /** Sets the delay of each direction from now on. */
    setDelay: (ms: number) => void (delay = ms),
    /** Silently drops every byte from now on, as a pulled cable does. */
    drop: () => {
      isDropping = true;
      for (const socket of all()) lost.add(socket);
    },
    /** Forwards new connections again. Old ones stay lost. */
    heal: () => void (isDropping = false),
    /** Stalls the current connections, as repeated TCP retransmission does. With `all`, new ones too. */
    stall: (which: 'old' | 'all' = 'old') => {
      areNewStalled = which === 'all';
      for (const socket of all()) stalled.add(socket);
    },
    /** Resumes stalled connections without loss. */
    resume: () => {
      areNewStalled = false;
      stalled.clear();
      for (const flush of flushes) flush();
    },
    /** Resets every connection. */
    cut: () => {
      for (const socket of all()) socket.resetAndDestroy();
    },
    /** Counts all connections so far over which the client has sent something. ssh2's second try, half a second later, sends nothing. */
    connections: () => count,
    /** Counts the current connections. */
    open: () => pairs.size,
    /** Counts the current connections that the client has not ended. */
    held: () => [...pairs].filter(([near]) => !near.readableEnded && !near.destroyed).length,
    /** Counts the connections that the server has ended. */
    hungUp: () => hungUp,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of all()) socket.destroy();
      await closed;
    },
  };
}

/** A TCP relay on loopback that simulates a slow or failing network. */
export type Relay = Awaited<ReturnType<typeof startRelay>>;

/** Chunks buffered for a stalled connection. Then its sender is paused, as a full TCP window would. */
const maxStalledChunks = 16;

interface Faults {
  readonly isLost: (socket: Socket) => boolean;
  readonly isStalled: (socket: Socket) => boolean;
  /** Called when stalled connections resume. */
  readonly flushes: Set<() => void>;
}

/** Forwards in order with a delay. The queue is unlimited, so that the delay doesn't limit the speed. */
function forward(from: Socket, to: Socket, delay: () => number, { isLost, isStalled, flushes }: Faults): void {
  const queue: { readonly chunk: Buffer | undefined; readonly due: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const deliver = (chunk: Buffer | undefined): void => {
    if (isLost(from) || to.destroyed) return;
    if (chunk === undefined) to.end();
    else if (!to.write(chunk)) from.pause();
  };
  const flush = (): void => {
    timer = undefined;
    if (isStalled(from)) return;
    from.resume();
    const now = performance.now();
    for (let first = queue[0]; first && first.due <= now; first = queue[0]) deliver(queue.shift()?.chunk);
    if (queue[0]) timer = setTimeout(flush, Math.max(1, queue[0].due - performance.now()));
  };
  const enqueue = (chunk: Buffer | undefined): void => {
    if (delay() === 0 && queue.length === 0 && !isStalled(from)) return deliver(chunk);
    queue.push({ chunk, due: performance.now() + delay() });
    if (isStalled(from) && queue.length > maxStalledChunks) from.pause();
    timer ??= setTimeout(flush, delay());
  };
  to.on('drain', () => from.resume());
  from.on('data', enqueue);
  from.once('end', () => enqueue(undefined));
  flushes.add(flush);
  from.once('close', () => {
    clearTimeout(timer);
    flushes.delete(flush);
  });
}
