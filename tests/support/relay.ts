import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP relay on loopback that can be slow, silent or cut: the network between a client and its server. */
export interface Relay {
  readonly port: number;
  /** Each way takes this long from now on. */
  readonly setDelay: (ms: number) => void;
  /** From now on every byte is lost, and nobody is told: as when a cable is pulled. */
  readonly drop: () => void;
  /** New connections go through again; old ones stay lost. */
  readonly heal: () => void;
  /** The connections there are stand still, as while TCP sends again and again in vain; new ones go through, or stand still as well. */
  readonly stall: (which?: 'old' | 'all') => void;
  /** What stood still goes on, and nothing is lost. */
  readonly resume: () => void;
  /** Resets every connection. */
  readonly cut: () => void;
  /** How many connections there have been, and how many there are. */
  readonly connections: () => number;
  readonly open: () => number;
  /** How many of them the client has not ended. */
  readonly held: () => number;
  /** How many of them the server has ended. */
  readonly hungUp: () => number;
  readonly close: () => Promise<void>;
}

/** Starts a relay to a port of this machine, at any port or at a given one. */
export async function startRelay(toPort: number, delayMs = 0, ownPort = 0): Promise<Relay> {
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
    count += 1;
    const far = connect({ host: '127.0.0.1', port: toPort, noDelay: true, allowHalfOpen: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    far.once('end', () => (hungUp += 1));
    if (areNewStalled) for (const socket of pair) stalled.add(socket);
    if (isDropping) for (const socket of pair) lost.add(socket);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => undefined);
      carry(from, to, () => delay, { isLost: (socket) => lost.has(socket), isStalled: (socket) => stalled.has(socket), flushes });
      from.once('close', () => {
        if (lost.has(from)) return; // the other side must not hear of it
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
    setDelay: (ms) => void (delay = ms),
    drop: () => {
      isDropping = true;
      for (const socket of all()) lost.add(socket);
    },
    heal: () => void (isDropping = false),
    stall: (which = 'old') => {
      areNewStalled = which === 'all';
      for (const socket of all()) stalled.add(socket);
    },
    resume: () => {
      areNewStalled = false;
      stalled.clear();
      for (const flush of flushes) flush();
    },
    cut: () => {
      for (const socket of all()) socket.resetAndDestroy();
    },
    connections: () => count,
    open: () => pairs.size,
    held: () => [...pairs].filter(([near]) => !near.readableEnded && !near.destroyed).length,
    hungUp: () => hungUp,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of all()) socket.destroy();
      await closed;
    },
  };
}

/** Pieces that are held of a connection that stands still; then its sender waits, as it does for TCP. */
const mostStalled = 16;

interface Fate {
  readonly isLost: (socket: Socket) => boolean;
  readonly isStalled: (socket: Socket) => boolean;
  /** To be called when what stood still goes on. */
  readonly flushes: Set<() => void>;
}

/** In order and late; the queue is as long as the delay, so that it does not limit the speed. */
function carry(from: Socket, to: Socket, delay: () => number, { isLost, isStalled, flushes }: Fate): void {
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
  const take = (chunk: Buffer | undefined): void => {
    if (delay() === 0 && queue.length === 0 && !isStalled(from)) return deliver(chunk);
    queue.push({ chunk, due: performance.now() + delay() });
    if (isStalled(from) && queue.length > mostStalled) from.pause();
    timer ??= setTimeout(flush, delay());
  };
  to.on('drain', () => from.resume());
  from.on('data', take);
  from.once('end', () => take(undefined));
  flushes.add(flush);
  from.once('close', () => {
    clearTimeout(timer);
    flushes.delete(flush);
  });
}
