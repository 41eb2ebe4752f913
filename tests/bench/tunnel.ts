import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { electronRuntime } from '../../build/set-up/electron-runtime.mjs';
import { median, quantile, ratio, report, type Figure } from '../support/bench-report.ts';
import { startSshd } from '../support/sshd.ts';
import { serveDelayLine } from './tunnel/delay-line.ts';
import { linkFlip } from './tunnel/link-flip.ts';
import { bulk, freshConnections, freshOpens, roundTrips } from './tunnel/measures.ts';
import { order, serveOrders } from './tunnel/target.ts';
import { freePort } from '../support/free-port.ts';
import { cipher, opensshWay, ourWay, type Way } from './tunnel/ways.ts';
import { readLine } from '../support/read-until.ts';

/**
 * Compares our tunnel with OpenSSH's `ssh -N -L`, with the same sshd, key and cipher, alternately in one run: on loopback, and at
 * 40 ms through a delaying relay. The remote server and the relay run in their own processes. Received bytes are counted and
 * discarded, and the peer's reader reuses one buffer.
 *
 * Bytes over loopback, their CPU and the first byte have no goal: ssh2 decrypts in JavaScript's one thread, and no link is that fast.
 *
 * It runs in Electron's Node if Electron is installed, because its crypto is what ships. Otherwise, and with `--plain-node`, it runs
 * in the current Node. The first line says which.
 */
const [mode, ...words] = process.argv.slice(2);
const electron = process.versions['electron'] === undefined && !process.argv.includes('--plain-node') ? electronRuntime() : undefined;
if (mode === '--serve') await serveOrders();
else if (mode === '--relay') await serveDelayLine(Number(words[0]), Number(words[1]));
else if (electron) process.exitCode = await runInside(electron.executable);
else await compare(process.argv.includes('--short'));

/** Runs this program again in Electron's Node. */
async function runInside(executable: string): Promise<number> {
  const child = spawn(executable, ['--experimental-strip-types', '--no-warnings', import.meta.filename, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

async function compare(isShort: boolean): Promise<void> {
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
    const opens = isShort ? 20 : 200;
    // A new connection as a user experiences it, until even a short answer is complete. This shows sshd's Nagle delay.
    figures.push(...(await compareOpens('fresh', near, runs, (way) => freshConnections(way, opens), [1, 0.2])));
    // Only its first byte, which Nagle delays on neither side.
    figures.push(...(await compareOpens('first-byte', near, runs, (way) => freshOpens(way, opens))));
    figures.push(await compareTrips('round-trip', near, runs, isShort ? 50 : 500, 2.2));
    figures.push(await compareTrips('round-trip-40ms', far, runs, isShort ? 3 : 20, 1.05));
    const size = isShort ? 8 : 256;
    for (const direction of ['down', 'up'] as const) {
      figures.push(...(await compareBulk(`bulk-${direction}-1`, near, direction, 1, size, runs)));
      figures.push(...(await compareBulk(`bulk-${direction}-16`, near, direction, 16, size, runs)));
    }
    figures.push(...(await compareBulk('bulk-down-1-40ms', far, 'down', 1, isShort ? 8 : 192, runs, 2)));
    figures.push(...(await compareBulk('bulk-down-16-40ms', far, 'down', 16, isShort ? 8 : 192, runs, 0.8)));
    if (!isShort) figures.push(...(await compareFlips()));
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

async function compareOpens(
  what: string,
  pair: Pair,
  runs: number,
  measure: (way: Way) => Promise<readonly number[]>,
  [middleGoal, tailGoal]: readonly [number?, number?] = [],
): Promise<readonly Figure[]> {
  const { ours, peer } = await alternately(pair, runs, measure);
  const figure = (name: string, share: number, goal: number | undefined): Figure => {
    const own = ours.map((times) => quantile(times, share));
    const other = peer.map((times) => quantile(times, share));
    console.log(`${name}: ours ${median(own).toFixed(2)} ms, ssh -L ${median(other).toFixed(2)} ms`);
    return { name, ...ratio(own, other), unit: 'x of ssh -L', better: 'lower', goal };
  };
  return [figure(`${what}-p50`, 0.5, middleGoal), figure(`${what}-p99`, 0.99, tailGoal)];
}

async function compareTrips(name: string, pair: Pair, runs: number, count: number, goal: number): Promise<Figure> {
  const { ours, peer } = await alternately(pair, runs, async (way) => quantile(await roundTrips(way, count), 0.5));
  console.log(`${name}: ours ${median(ours).toFixed(2)} ms, ssh -L ${median(peer).toFixed(2)} ms`);
  return { name, ...ratio(ours, peer), unit: 'x of ssh -L', better: 'lower', goal };
}

async function compareBulk(
  name: string,
  pair: Pair,
  direction: 'down' | 'up',
  streams: number,
  mebibytes: number,
  runs: number,
  goal?: number,
): Promise<readonly Figure[]> {
  const { ours, peer } = await alternately(pair, runs, (way) => bulk(way, direction, streams, mebibytes));
  const speeds = [ours, peer].map((results) => results.map(({ speed }) => speed)) as [number[], number[]];
  const cpus = [ours, peer].map((results) => results.map(({ cpu }) => cpu)) as [number[], number[]];
  console.log(`${name}: ours ${median(speeds[0]).toFixed(0)} MiB/s, ssh -L ${median(speeds[1]).toFixed(0)} MiB/s`);
  const speed: Figure = { name, ...ratio(...speeds), unit: 'x of ssh -L', better: 'higher', goal };
  if (name !== 'bulk-down-1') return [speed];
  console.log(`cpu-down: ours ${median(cpus[0]).toFixed(2)} s/GiB, ssh -L with its reader ${median(cpus[1]).toFixed(2)} s/GiB`);
  return [speed, { name: 'cpu-down', ...ratio(...cpus), unit: 'x of ssh -L and its reader', better: 'lower' }];
}

/** Runs once, because the peer takes most of a minute to notice. */
async function compareFlips(): Promise<readonly Figure[]> {
  const flip = await linkFlip(import.meta.filename, await freePort());
  if (!flip) {
    console.log('link-flip: left out, for it needs root and network namespaces');
    return [];
  }
  const ours = Math.round(flip.ours * 1000) / 1000;
  const own: Figure = { name: 'link-flip', value: ours, unit: 's', better: 'lower', goal: 1.5, spread: [ours, ours] };
  if (flip.autossh === undefined) {
    console.log(`link-flip: ours ${ours} s; autossh is not installed, so the comparison is left out`);
    return [own];
  }
  console.log(`link-flip: ours ${ours} s, autossh -M 0 ${flip.autossh.toFixed(3)} s`);
  const share = Math.round((flip.ours / flip.autossh) * 1000) / 1000;
  return [own, { name: 'link-flip-ratio', value: share, unit: 'x of autossh -M 0', better: 'lower', goal: 0.1, spread: [share, share] }];
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
  const value = Math.round((process.memoryUsage.rss() - before) / 1024 / 1024);
  for (const stream of streams) stream.destroy();
  return { name: 'memory-200-streams', value, unit: 'MiB', better: 'lower', goal: 64, spread: [value, value] };
}
