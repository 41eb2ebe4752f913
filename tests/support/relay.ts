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
  /** Resets every connection. */
  readonly cut: () => void;
  /** How many connections there have been, and how many there are. */
  readonly connections: () => number;
  readonly open: () => number;
  /** How many of them the server has ended. */
  readonly hungUp: () => number;
  readonly close: () => Promise<void>;
}

/** Starts a relay to a port of this machine, at any port or at a given one. */
export async function startRelay(toPort: number, delayMs = 0, ownPort = 0): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const lost = new WeakSet<Socket>();
  let delay = delayMs;
  let isDropping = false;
  let count = 0;
  let hungUp = 0;
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    count += 1;
    const far = connect({ host: '127.0.0.1', port: toPort, noDelay: true, allowHalfOpen: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    far.once('end', () => (hungUp += 1));
    if (isDropping) for (const socket of pair) lost.add(socket);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => undefined);
      carry(
        from,
        to,
        () => delay,
        (socket) => lost.has(socket),
      );
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
    cut: () => {
      for (const socket of all()) socket.resetAndDestroy();
    },
    connections: () => count,
    open: () => pairs.size,
    hungUp: () => hungUp,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of all()) socket.destroy();
      await closed;
    },
  };
}

/** In order and late; the queue is as long as the delay, so that it does not limit the speed. */
function carry(from: Socket, to: Socket, delay: () => number, isLost: (socket: Socket) => boolean): void {
  const queue: { readonly chunk: Buffer | undefined; readonly due: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  const deliver = (chunk: Buffer | undefined): void => {
    if (isLost(from) || to.destroyed) return;
    if (chunk === undefined) to.end();
    else if (!to.write(chunk)) from.pause();
  };
  const flush = (): void => {
    timer = undefined;
    const now = performance.now();
    for (let first = queue[0]; first && first.due <= now; first = queue[0]) deliver(queue.shift()?.chunk);
    if (queue[0]) timer = setTimeout(flush, Math.max(1, queue[0].due - performance.now()));
  };
  const take = (chunk: Buffer | undefined): void => {
    if (delay() === 0 && queue.length === 0) return deliver(chunk);
    queue.push({ chunk, due: performance.now() + delay() });
    timer ??= setTimeout(flush, delay());
  };
  to.on('drain', () => from.resume());
  from.on('data', take);
  from.once('end', () => take(undefined));
  from.once('close', () => clearTimeout(timer));
}
