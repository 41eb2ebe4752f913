import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { order } from './target.ts';
import type { Way } from './ways.ts';

/** Reads a stream to its end, and returns the number of bytes. */
async function drain(stream: Duplex): Promise<number> {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await once(stream, 'end');
  stream.destroy();
  return bytes;
}

/** Returns the times in ms of sequential new connections: opened, one byte read, closed by the server. */
export async function freshConnections(way: Way, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let run = 0; run < count; run += 1) {
    const from = performance.now();
    const stream = await way.open();
    stream.write(order('down', 1));
    if ((await drain(stream)) !== 1) throw new Error('a byte is missing');
    times.push(performance.now() - from);
  }
  return times.toSorted((a, b) => a - b);
}

/** Returns the round-trip times in ms of one byte on an open connection. */
export async function roundTrips(way: Way, count: number): Promise<readonly number[]> {
  const stream = await way.open();
  stream.write(Buffer.concat([order('echo'), Buffer.from('x')]));
  await once(stream, 'data');
  const times: number[] = [];
  for (let run = 0; run < count; run += 1) {
    const from = performance.now();
    stream.write('x');
    await once(stream, 'data');
    times.push(performance.now() - from);
  }
  stream.destroy();
  return times.toSorted((a, b) => a - b);
}

/** Returns the speed in MiB/s of a transfer from the server over parallel streams. */
export async function bulkSpeed(way: Way, streams: number, mebibytes: number): Promise<number> {
  const each = Math.ceil((mebibytes * 1024 * 1024) / streams);
  const from = performance.now();
  await Promise.all(
    Array.from({ length: streams }, async () => {
      const stream = await way.open();
      stream.write(order('down', each));
      const got = await drain(stream);
      if (got !== each) throw new Error(`a transfer is incomplete: ${got} of ${each}`);
    }),
  );
  return mebibytes / ((performance.now() - from) / 1000);
}
