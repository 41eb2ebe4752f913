import { once } from 'node:events';
import type http from 'node:http';
import type { Way } from './ways.ts';

/** Returns the times in ms to the first byte of sequential requests, over one reused connection or a new one each. */
export async function firstBytes(way: Way, count: number, connection: 'kept' | 'fresh'): Promise<readonly number[]> {
  const pool = connection === 'kept' ? way.pool(1) : undefined;
  const times: number[] = [];
  if (pool) await drained(await way.send({}, pool));
  for (let run = 0; run < count; run += 1) {
    const from = performance.now();
    const response = await way.send({}, pool);
    times.push(performance.now() - from);
    await drained(response);
  }
  pool?.destroy();
  return times.toSorted((a, b) => a - b);
}

/** Returns the rate of short requests per second, with `atOnce` in parallel, over reused connections. */
export async function requestRate(way: Way, atOnce: number, forMs: number): Promise<number> {
  const pool = way.pool(atOnce);
  await Promise.all(Array.from({ length: atOnce }, async () => drained(await way.send({}, pool))));
  const from = performance.now();
  let count = 0;
  const one = async (): Promise<void> => {
    while (performance.now() - from < forMs) {
      await drained(await way.send({}, pool));
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const seconds = (performance.now() - from) / 1000;
  pool.destroy();
  return count / seconds;
}

/** Returns the delays in ms from the server's write to the client's read, for all events of parallel streams. */
export async function eventDelays(way: Way, streams: number, events: number): Promise<readonly number[]> {
  const pool = way.pool(streams);
  // Connects first, because the cost of a new connection is another figure. The streams overlap, so that each gets its own connection.
  const connected = { events: 2, everyMs: 10 * streams };
  await Promise.all(Array.from({ length: streams }, async () => drained(await way.send(connected, pool))));
  const delays: number[] = [];
  const one = async (): Promise<void> => {
    const response = await way.send({ events, everyMs: 10 }, pool);
    let rest = '';
    let seen = 0;
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      const now = process.hrtime.bigint();
      const lines = (rest + piece).split('\n\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const sent = /sent-(\d+)/.exec(line)?.[1];
        if (sent === undefined) continue;
        seen += 1;
        delays.push(Number(now - BigInt(sent)) / 1e6);
      }
    });
    await once(response, 'close');
    if (seen !== events) throw new Error(`${way.name}: ${seen} of ${events} events came`);
  };
  await Promise.all(Array.from({ length: streams }, one));
  pool.destroy();
  return delays.toSorted((a, b) => a - b);
}

/** Opens endless answers without reading them. Returns a function that ends them. */
export async function stalledReaders(way: Way, count: number): Promise<() => void> {
  const responses = await Promise.all(Array.from({ length: count }, () => way.send({ isEndless: true })));
  return () => {
    for (const response of responses) response.destroy();
  };
}

async function drained(response: http.IncomingMessage): Promise<void> {
  response.resume();
  await once(response, 'end');
}
