import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { electronRuntime } from '../../build/set-up/electron-runtime.mjs';
import { figure, figureBeside, isShort, median, quantile, report, round, type Figure } from '../support/bench-report.ts';
import { treeMemory } from '../support/process-memory.ts';
import { startRelay } from '../support/relay.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { serveLocalApi, type LocalApiOrder } from './local-api/local-api-process.ts';
import { eventDelays, firstBytes, requestRate, stalledReaders } from './local-api/measures.ts';
import { serveTarget } from './local-api/target.ts';
import { localApiWay, httpsWay, translatedWay, type Way } from './local-api/ways.ts';
import { freePort } from '../support/free-port.ts';
import { opensshWay } from './tunnel/ways.ts';
import { readLine } from '../support/read-until.ts';

/**
 * Compares the local API with HTTPS through `ssh -N -L` and with HTTPS without SSH, to the same server and through the same sshd,
 * alternately in one run: on loopback, and at 40 ms through a delaying relay. Local API, server and relays run in their own processes.
 * The client is this process.
 *
 * The local API runs in Electron's Node if Electron is installed, because that is what ships. Otherwise, and with `--plain-node`, it
 * runs in the current Node. The first line says which.
 */
const names = ['ours', 'peer', 'straight'] as const;
const peerName = 'ssh -L';
/** A realistic number of answers at once. */
const mostRead = 20;
const [mode, ...words] = process.argv.slice(2);
if (mode === '--serve') await serveTarget();
else if (mode === '--relay') console.log(String((await startRelay(Number(words[0]), Number(words[1]))).port));
else if (mode === '--local-api') await serveLocalApi(JSON.parse(words[0] ?? '') as LocalApiOrder);
else await compare();

type Name = (typeof names)[number];
/** The three connections at one latency. `straight` has no sshd in between. */
type Ways = Readonly<Record<Name, Way>>;

async function compare(): Promise<void> {
  const runs = isShort ? 1 : 5;
  const electron = process.argv.includes('--plain-node') ? undefined : electronRuntime();
  const runtime = electron?.executable ?? process.execPath;
  console.log(`the local API's runtime: ${electron ? 'Electron' : `plain Node ${process.version}: not what ships`}; runs: ${runs}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-local-api-'));
  const sshd = await startSshd();
  const children: ChildProcess[] = [];
  const closing: (() => unknown)[] = [];
  const helper = async (program: string, ...args: readonly string[]): Promise<{ readonly said: string; readonly pid: number }> => {
    const env = { ...process.env, ...(program === process.execPath ? {} : { ELECTRON_RUN_AS_NODE: '1' }) };
    const child = spawn(program, ['--no-warnings', import.meta.filename, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
    children.push(child);
    return { said: await readLine(child.stdout), pid: child.pid ?? 0 };
  };
  const relayTo = async (port: number): Promise<number> => Number((await helper(process.execPath, '--relay', String(port), '20')).said);
  try {
    const { port: target, ca } = JSON.parse((await helper(process.execPath, '--serve')).said) as { port: number; ca: string };
    const caFile = path.join(folder, 'authority.pem');
    await writeFile(caFile, ca);
    const open = async (sshPort: number, straightPort: number): Promise<Ways & { readonly pid: number; readonly port: number }> => {
      const forward = await opensshWay(sshd, sshPort, target);
      closing.push(forward.close);
      const order = await orderOf(sshd, sshPort, target, caFile);
      const { pid } = await helper(runtime, '--local-api', JSON.stringify(order));
      return {
        pid,
        port: order.port,
        ours: localApiWay('local-api', order.port),
        peer: httpsWay(peerName, forward.port, ca),
        straight: httpsWay('straight', straightPort, ca),
      };
    };
    const relays = await Promise.all([relayTo(sshd.port), relayTo(target)]);
    // One after the other: if both started at once and one failed, the other would stay open.
    const near = await open(sshd.port, target);
    const far = await open(...relays);
    await warmUp(near, isShort ? 50 : 500);
    // It has its own local API process, because sequential requests would take long.
    for (const name of names) await requestRate(far[name], 16, isShort ? 100 : 2000);
    report('local-api', [
      ...(await compareFirstBytes(near, far, runs)),
      ...(await compareDelays(near, runs)),
      ...(await compareTranslation(near.ours, translatedWay(near.port), runs)),
      await compareRates(near, runs, isShort ? 200 : 2000),
      ...(await memoryOfSlowReaders(near.ours, near.pid)),
    ]);
  } finally {
    for (const close of closing) await close();
    for (const child of children) child.kill();
    await sshd.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function orderOf(sshd: Sshd, sshPort: number, target: number, caFile: string): Promise<LocalApiOrder> {
  const { login, keyFile } = sshd;
  return { sshPort, target, caFile, port: await freePort(), sshd: { login, keyFile, hostKey: sshd.hostKey() } };
}

/** Warms up each connection, so that none is measured while its code is being compiled. */
async function warmUp(ways: Ways, count: number): Promise<void> {
  for (const name of names) {
    await firstBytes(ways[name], count, 'kept');
    await eventDelays(ways[name], 5, count / 5);
  }
}

/** Measures the connections in turn, each equally often. */
async function alternately<T>(ways: Ways, runs: number, measure: (way: Way) => Promise<T>): Promise<Readonly<Record<Name, readonly T[]>>> {
  const results: Record<Name, T[]> = { ours: [], peer: [], straight: [] };
  for (let run = 0; run < runs; run += 1) {
    for (const name of names) results[name].push(await measure(ways[name]));
  }
  return results;
}

function tell(name: string, unit: string, values: Readonly<Record<Name, readonly number[]>>): void {
  const [ours, peer, straight] = names.map((each) => median(values[each]).toFixed(2));
  console.log(`${name}: localApi ${ours} ${unit}, ${peerName} ${peer} ${unit}, straight ${straight} ${unit}`);
}

async function compareFirstBytes(near: Ways, far: Ways, runs: number): Promise<readonly Figure[]> {
  const p50 = (ways: Ways, count: number, connection: 'kept' | 'fresh') =>
    alternately(ways, runs, async (way) => quantile(await firstBytes(way, count, connection), 0.5));
  const pooledNear = await p50(near, isShort ? 20 : 200, 'kept');
  tell('pooled-ttfb', 'ms', pooledNear);
  const figures: Figure[] = [addedDelay('pooled-ttfb', pooledNear.ours, pooledNear.peer, 1)];
  const add = async (name: string, ways: Ways, count: number, connection: 'kept' | 'fresh', goal: number): Promise<void> => {
    const values = await p50(ways, count, connection);
    tell(name, 'ms', values);
    figures.push(figureBeside(name, values.ours, values.peer, `x of ${peerName}`, goal));
  };
  await add('pooled-ttfb-40ms', far, isShort ? 2 : 20, 'kept', 1.05);
  await add('cold-ttfb', near, isShort ? 5 : 100, 'fresh', 1);
  await add('cold-ttfb-40ms', far, isShort ? 2 : 20, 'fresh', 0.5);
  if (isShort) return figures;
  // Simulates an occasional script: the server has closed the local API's connection in between.
  const rested: Record<Name, number[]> = { ours: [], peer: [], straight: [] };
  for (let run = 0; run < 3; run += 1) {
    await pause(6000);
    for (const name of names) rested[name].push(...(await firstBytes(far[name], 1, 'fresh')));
  }
  tell('rested-ttfb-40ms', 'ms', rested);
  return [...figures, figureBeside('rested-ttfb-40ms', rested.ours, rested.peer, `x of ${peerName}`, 0.5)];
}

/** Returns the difference to the peer in ms. */
function addedDelay(name: string, ours: readonly number[], peer: readonly number[], goal: number, beside: string = peerName): Figure {
  const more = ours.map((value, run) => value - (peer[run] ?? Number.NaN));
  return {
    name,
    value: round(median(ours) - median(peer), 3),
    unit: `ms more than ${beside}`,
    better: 'lower',
    goal,
    spread: [round(Math.min(...more), 3), round(Math.max(...more), 3)],
  };
}

async function compareDelays(ways: Ways, runs: number): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const streams of [1, mostRead]) {
    const delays = await alternately(ways, runs, (way) => eventDelays(way, streams, isShort ? 20 : 200));
    for (const [label, share, goal] of [
      ['p50', 0.5, 0.5],
      ['p99', 0.99, 5],
    ] as const) {
      const name = `event-delay-${streams}-${label}`;
      const of = (way: Name): readonly number[] => delays[way].map((each) => quantile(each, share));
      tell(name, 'ms', { ours: of('ours'), peer: of('peer'), straight: of('straight') });
      // Absolute, because that is what a reader could notice.
      figures.push(addedDelay(name, of('ours'), of('peer'), goal));
    }
  }
  return figures;
}

/** Compares Messages, which are translated, with a chat that is passed on. */
async function compareTranslation(passedOn: Way, translated: Way, runs: number): Promise<readonly Figure[]> {
  const events = isShort ? 20 : 200;
  await eventDelays(translated, 5, events / 4);
  const first: Record<'ours' | 'peer', number[]> = { ours: [], peer: [] };
  const pieces: typeof first = { ours: [], peer: [] };
  for (let run = 0; run < runs; run += 1) {
    for (const [side, way] of [
      ['ours', translated],
      ['peer', passedOn],
    ] as const) {
      first[side].push(quantile(await firstBytes(way, isShort ? 20 : 200, 'kept'), 0.5));
      pieces[side].push(quantile(await eventDelays(way, 1, events), 0.5));
    }
  }
  return [
    addedDelay('translated-first-byte', first.ours, first.peer, 1, 'passed on'),
    addedDelay('translated-piece-p50', pieces.ours, pieces.peer, 0.1, 'passed on'),
  ];
}

async function compareRates(ways: Ways, runs: number, forMs: number): Promise<Figure> {
  const rates = await alternately(ways, runs, (way) => requestRate(way, 16, forMs));
  tell('requests', 'a second', rates);
  return figureBeside('requests', rates.ours, rates.peer, `x of ${peerName}`, 0.5, 'higher');
}

/** Measures the local API's memory for stalled readers, and whether it keeps growing. */
async function memoryOfSlowReaders(way: Way, pid: number): Promise<readonly Figure[]> {
  const [readers, settleMs] = isShort ? [20, 200] : [100, 5000];
  const warmed = await stalledReaders(way, 10);
  warmed();
  const before = await treeMemory(pid);
  const release = await stalledReaders(way, readers);
  await pause(settleMs);
  const held = await treeMemory(pid);
  await pause(settleMs);
  const later = await treeMemory(pid);
  release();
  console.log(`slow-readers: ${before.toFixed(0)} MiB before, ${held.toFixed(0)} with ${readers}, ${later.toFixed(0)} as long again later`);
  return [
    figure('slow-readers-growth', [later - held], 'MiB', 5, { digits: 0 }),
    figure('slow-readers-held', [held - before], 'MiB', 100, { digits: 0 }),
  ];
}
