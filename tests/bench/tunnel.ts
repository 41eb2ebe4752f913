import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { electronRuntime } from '../../build/set-up/electron-runtime.mjs';
import { figure, figureBeside, isShort, median, quantile, report, type Figure } from '../support/bench-report.ts';
import { startSshd } from '../support/sshd.ts';
import { serveDelayLine } from './tunnel/delay-line.ts';
import { bulkSpeed, freshConnections, roundTrips } from './tunnel/measures.ts';
import { order, serveOrders } from './tunnel/target.ts';
import { cipher, opensshWay, ourWay, type Way } from './tunnel/ways.ts';
import { readLine } from '../support/read-until.ts';

/**
 * Compares our tunnel with OpenSSH's `ssh -N -L`, with the same sshd, key and cipher, alternately in one run: on loopback, and at
 * 40 ms through a delaying relay. The remote server and the relay run in their own processes. Received bytes are counted and
 * discarded, and the peer's reader reuses one buffer.
 *
 * Bytes over loopback aren't measured: ssh2 decrypts in JavaScript's one thread, and no link is that fast.
 *
 * It runs in Electron's Node if Electron is installed, because its crypto is what ships. Otherwise, and with `--plain-node`, it runs
 * in the current Node. The first line says which.
 */
const [mode, ...words] = process.argv.slice(2);
const electron = process.versions['electron'] === undefined && !process.argv.includes('--plain-node') ? electronRuntime() : undefined;
if (mode === '--serve') await serveOrders();
else if (mode === '--relay') await serveDelayLine(Number(words[0]), Number(words[1]));
else if (electron) process.exitCode = await runInside(electron.executable);
else await compare();

/** Runs this program again in Electron's Node. */
async function runInside(executable: string): Promise<number> {
  const child = spawn(executable, ['--experimental-strip-types', '--no-warnings', import.meta.filename, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

async function compare(): Promise<void> {
  const runs = isShort ? 1 : 5;
  const { electron: version, openssl } = process.versions;
  const runtime = version === undefined ? `plain Node ${process.version}, OpenSSL ${openssl}: not what ships` : `Electron ${version}`;
  console.log(`runtime: ${runtime}; cipher: ${cipher}; runs: ${runs}`);
  const sshd = await startSshd({ config: [`Ciphers ${cipher}`] });
  const children: ChildProcess[] = [];
  const helper = async (...args: readonly string[]): Promise<number> => {
    const child = spawn(process.execPath, [import.meta.filename, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return Number(await readLine(child.stdout));
  };
  const opened: Way[] = [];
  const both = async (sshPort: number, targetPort: number): Promise<Pair> => {
    const ours = await ourWay(sshd, sshPort, targetPort);
    opened.push(ours);
    const peer = await opensshWay(sshd, sshPort, targetPort);
    opened.push(peer);
    return { ours, peer };
  };
  try {
    const target = await helper('--serve');
    const near = await both(sshd.port, target);
    const far = await both(await helper('--relay', String(sshd.port), '20'), target);
    // Runs first, because later it would reuse freed memory and show no growth.
    const figures: Figure[] = [await memoryOf(near.ours, 200)];
    // A new connection as a user experiences it, until even a short answer is complete. This shows sshd's Nagle delay.
    figures.push(...(await compareOpens(near, runs, isShort ? 20 : 200)));
    figures.push(await compareTrips('round-trip', near, runs, isShort ? 50 : 500, 2.2));
    figures.push(await compareTrips('round-trip-40ms', far, runs, isShort ? 3 : 20, 1.05));
    figures.push(await compareBulk('bulk-down-1-40ms', far, 1, runs, 2));
    figures.push(await compareBulk('bulk-down-16-40ms', far, 16, runs, 0.8));
    report('tunnel', figures);
  } finally {
    for (const way of opened) await way.close();
    for (const child of children) child.kill();
    await sshd.close();
  }
}

interface Pair {
  readonly ours: Way;
  readonly peer: Way;
}

/** Measures ours and the peer's in turn, equally often. */
async function alternately<T>(
  pair: Pair,
  runs: number,
  measure: (way: Way) => Promise<T>,
): Promise<{ readonly ours: readonly T[]; readonly peer: readonly T[] }> {
  const ours: T[] = [];
  const peer: T[] = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push(await measure(pair.ours));
    peer.push(await measure(pair.peer));
  }
  return { ours, peer };
}

async function compareOpens(pair: Pair, runs: number, count: number): Promise<readonly Figure[]> {
  const { ours, peer } = await alternately(pair, runs, (way) => freshConnections(way, count));
  return (
    [
      ['fresh-p50', 0.5, 1],
      ['fresh-p99', 0.99, 0.2],
    ] as const
  ).map(([name, share, goal]) => {
    const own = ours.map((times) => quantile(times, share));
    const other = peer.map((times) => quantile(times, share));
    console.log(`${name}: ours ${median(own).toFixed(2)} ms, ssh -L ${median(other).toFixed(2)} ms`);
    return figureBeside(name, own, other, 'x of ssh -L', goal);
  });
}

async function compareTrips(name: string, pair: Pair, runs: number, count: number, goal: number): Promise<Figure> {
  const { ours, peer } = await alternately(pair, runs, async (way) => quantile(await roundTrips(way, count), 0.5));
  console.log(`${name}: ours ${median(ours).toFixed(2)} ms, ssh -L ${median(peer).toFixed(2)} ms`);
  return figureBeside(name, ours, peer, 'x of ssh -L', goal);
}

async function compareBulk(name: string, pair: Pair, streams: number, runs: number, goal: number): Promise<Figure> {
  const { ours, peer } = await alternately(pair, runs, (way) => bulkSpeed(way, streams, isShort ? 8 : 192));
  console.log(`${name}: ours ${median(ours).toFixed(0)} MiB/s, ssh -L ${median(peer).toFixed(0)} MiB/s`);
  return figureBeside(name, ours, peer, 'x of ssh -L', goal, 'higher');
}

/** Measures this process's memory for open streams, after a warm-up. */
async function memoryOf(way: Way, count: number): Promise<Figure> {
  const hold = async (some: number): Promise<readonly Duplex[]> => {
    const streams = await Promise.all(Array.from({ length: some }, () => way.open()));
    await Promise.all(
      streams.map((stream) => {
        stream.write(Buffer.concat([order('echo'), Buffer.alloc(1024)]));
        return once(stream, 'data');
      }),
    );
    return streams;
  };
  for (const stream of await hold(10)) stream.destroy();
  const before = process.memoryUsage.rss();
  const streams = await hold(count);
  const grown = (process.memoryUsage.rss() - before) / 1024 / 1024;
  for (const stream of streams) stream.destroy();
  return figure('memory-200-streams', [grown], 'MiB', 64, { digits: 0 });
}
