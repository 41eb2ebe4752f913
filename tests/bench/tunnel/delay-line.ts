import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const blockBytes = 256 * 1024;

/**
 * Relays to a local port with a delay in each direction, and prints its port. Download buffers are reused, because a relay that left
 * each chunk to the garbage collector would be the bottleneck of all measurements.
 */
export async function serveDelayLine(toPort: number, delayMs: number): Promise<void> {
  const spare: Buffer[] = [];
  const server = createServer({ noDelay: true }, (near) => {
    const up = delayed(delayMs);
    const down = delayed(delayMs);
    const far: Socket = connect({
      host: '127.0.0.1',
      port: toPort,
      noDelay: true,
      onread: {
        buffer: () => spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes),
        callback: (length, block) => {
          const whole = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
          down(near, whole.subarray(0, length), () => spare.push(whole));
          return true;
        },
      },
    });
    near.on('data', (piece: Buffer) => up(far, piece, () => undefined));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => undefined);
      from.once('close', () => to.destroy());
    }
    far.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  console.log(String((server.address() as AddressInfo).port));
}

type Send = (to: Socket, piece: Buffer, sent: () => void) => void;

/** Writes in order with a delay. Chunks that are due at the same time are written at once. */
function delayed(delayMs: number): Send {
  const queue: { readonly to: Socket; readonly piece: Buffer; readonly sent: () => void; readonly due: number }[] = [];
  let isSet = false;
  const flush = (): void => {
    const now = performance.now();
    const ahead = queue.findIndex(({ due }) => due > now);
    const ready = queue.splice(0, ahead === -1 ? queue.length : ahead);
    const to = ready[0]?.to;
    to?.cork();
    for (const { piece, sent } of ready) to?.write(piece, sent);
    to?.uncork();
    const next = queue[0];
    isSet = next !== undefined;
    if (next) setTimeout(flush, Math.max(1, next.due - performance.now()));
  };
  return (to, piece, sent) => {
    queue.push({ to, piece, sent, due: performance.now() + delayMs });
    if (!isSet) setTimeout(flush, delayMs);
    isSet = true;
  };
}
