import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { figure, isShort, report, type Figure } from '../support/bench-report.ts';
import { treeMemory } from '../support/process-memory.ts';
import { serveLocalApi, type LocalApiOrder } from './local-api/local-api-process.ts';
import { serveTarget } from './local-api/target.ts';
import { insideLaptop, startFaultLab, type FaultLab } from './faults/lab.ts';
import { measureRow, type Outcome } from './faults/measure-row.ts';
import { descriptorsOf } from './faults/process-sockets.ts';
import { rows, type Row } from './faults/rows.ts';
import { hasAutossh, startWays, type FaultWay } from './faults/ways.ts';

/**
 * Measures what faults of the network, the instance and the laptop cost: the local API over both transports, `ssh -N -L` and `autossh`,
 * to the same server through the same sshd, side by side under the same fault. Uses network namespaces, which need root. Without
 * root it uses a relay on loopback, which can only cut. `--short` runs two rows, and names of rows run only those. `--idle` or
 * `--loaded` runs one kind only. `--many-flips` measures what a hundred flips leave behind.
 */
const loadedStreams = 20;
const flips = 100;
const warmFlips = 10;
const flipMs = { down: 500, up: 1500 };
/** The value of nginx. */
const keepAliveMs = 75_000;
const [mode, ...words] = process.argv.slice(2);
if (mode === '--serve') await serveTarget(keepAliveMs);
else if (mode === '--local-api') await serveLocalApi(JSON.parse(words[0] ?? '') as LocalApiOrder);
else if (mode === '--inside') await compare(words);
else {
  const given = process.argv.slice(2);
  const program = [process.execPath, '--no-warnings', import.meta.filename, '--inside', ...given];
  const code = await insideLaptop(program);
  if (code === undefined) console.log('no network namespaces can be made here: on loopback, behind a relay');
  process.exitCode = code ?? (await compare(given).then(() => 0));
}

async function compare(given: readonly string[]): Promise<void> {
  const named = given.filter((word) => !word.startsWith('--'));
  const chosen = rows.filter(({ name }) => (isShort ? ['flip-1', 'cut-5'] : named).includes(name));
  const wanted = chosen.length === 0 && !given.includes('--many-flips') ? rows : chosen;
  const loads = [...(given.includes('--loaded') || isShort ? [] : [0]), ...(given.includes('--idle') ? [] : [isShort ? 5 : loadedStreams])];
  if (!hasAutossh()) console.log('autossh is not installed here, so it is left out');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-faults-'));
  const caFile = path.join(folder, 'authority.pem');
  try {
    const figures: Figure[] = [];
    const runs = wanted.flatMap((row) => loads.map((streams) => ({ row, streams })));
    // The short form shares one lab, because starting one takes long.
    for (const some of isShort ? [runs] : runs.map((each) => [each])) {
      await inLab(caFile, async (lab, ways) => {
        for (const { row, streams } of some) figures.push(...(await runRow(row, lab, ways, streams)));
      });
    }
    const isComplete = wanted === rows;
    if (isComplete || given.includes('--many-flips')) figures.push(...(await inLab(caFile, flipOften)));
    report('faults', figures);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a lab and connections for each row, so that no row inherits another's faults. */
async function inLab<T>(caFile: string, work: (lab: FaultLab, ways: readonly FaultWay[]) => Promise<T>): Promise<T> {
  const lab = await startFaultLab([process.execPath, '--no-warnings', import.meta.filename, '--serve']);
  let ways: readonly FaultWay[] = [];
  try {
    await writeFile(caFile, lab.ca);
    ways = await startWays(lab, import.meta.filename, caFile);
    return await work(lab, ways);
  } finally {
    await lab.faults.setLoss?.(0).catch(() => undefined);
    await Promise.all(ways.map((way) => way.close()));
    await lab.close();
  }
}

async function runRow(row: Row, lab: FaultLab, ways: readonly FaultWay[], streams: number): Promise<readonly Figure[]> {
  const name = `${row.name}, ${streams === 0 ? 'idle' : `${streams} streams`}`;
  if (!row.fault(lab)) {
    console.log(`${name}: left out, this machine can't do it`);
    return [];
  }
  const outcomes = await measureRow(row, lab, ways, streams);
  console.log(name);
  console.table(outcomes.map(tableRow));
  return figuresOf(name, row, outcomes);
}

function tableRow({
  way,
  streams,
  lost,
  requests,
  failed,
  nextMs,
  resumedMs,
  sessions,
  isOurs,
}: Outcome): Readonly<Record<string, unknown>> {
  return {
    way,
    'answers lost': `${lost} of ${streams}`,
    'requests failed': `${failed} of ${requests}`,
    'next answer (s)': seconds(nextMs),
    'streams go on (s)': Number.isFinite(resumedMs) ? seconds(resumedMs) : '',
    sessions: isOurs ? sessions : '',
  };
}

function figuresOf(name: string, row: Row, outcomes: readonly Outcome[]): readonly Figure[] {
  const ours = outcomes.filter(({ isOurs }) => isOurs);
  const peer = outcomes.find(({ way }) => way === 'ssh -L');
  const worst = (what: string, unit: string, goal: number, values: readonly number[]) =>
    figure(`${name}: ${what}`, values, unit, goal, { summary: (all) => Math.max(...all), digits: 2 });
  const lost = ours.map((each) => each.lost);
  const failed = ours.map((each) => each.failed);
  return [
    ...((peer?.streams ?? 0) > 0
      ? [
          worst('answers lost', 'answers', row.isWhole ? 0 : (peer?.lost ?? 0), lost),
          worst('requests failed', 'requests', peer?.failed ?? 0, failed),
        ]
      : []),
    worst(
      'next answer',
      's',
      1.5,
      ours.map((each) => seconds(each.nextMs)),
    ),
    worst(
      'sessions',
      'at a time',
      3,
      ours.map((each) => each.sessions),
    ),
  ];
}

function seconds(ms: number): number {
  return Math.round(ms / 10) / 100;
}

/** Measures what a hundred flips leave behind while answers stream. */
async function flipOften(lab: FaultLab, ways: readonly FaultWay[]): Promise<readonly Figure[]> {
  const { setLink } = lab.faults;
  if (!setLink) {
    console.log('a hundred flips: left out, this machine has no link to take down');
    return [];
  }
  const ours = ways.filter(({ isOurs }) => isOurs);
  const look = (): Promise<readonly (readonly [number, number])[]> =>
    Promise.all(
      ours.map(async (way) => {
        const pids = await way.pids();
        return [await treeMemory(pids[0] ?? 0), await descriptorsOf(pids)] as const;
      }),
    );
  const streams = await Promise.all(
    ours.map(async (way) => {
      const response = await way.send({ events: 100_000, everyMs: 100 });
      const stream = { response, lastAt: 0 };
      response.on('data', () => (stream.lastAt = performance.now())).on('error', () => undefined);
      return stream;
    }),
  );
  let before: readonly (readonly [number, number])[] = [];
  for (let count = 0; count < flips; count += 1) {
    if (count === warmFlips) before = await look();
    await setLink(false);
    await pause(flipMs.down);
    await setLink(true);
    await Promise.all(
      ours.map((way) =>
        way.send({}).then(
          (response) => response.resume(),
          () => undefined,
        ),
      ),
    );
    await pause(flipMs.up);
  }
  const flippedAt = performance.now();
  await pause(10_000);
  const after = await look();
  const alive = streams.map(({ lastAt }) => lastAt > flippedAt);
  for (const { response } of streams) response.destroy();
  console.log(`after ${flips} flips: ${alive.filter(Boolean).length} of ${ours.length} streams still come`);
  const growth = (which: 0 | 1): readonly number[] => ours.map((_, at) => (after[at]?.[which] ?? Number.NaN) - (before[at]?.[which] ?? 0));
  const most = (name: string, unit: string, goal: number, values: readonly number[]) =>
    figure(`${flips} flips: ${name}`, values, unit, goal, { summary: (all) => Math.max(...all) });
  return [
    most('memory', 'MiB more', 20, growth(0)),
    most('descriptors', 'more', 5, growth(1)),
    most('answers lost', 'answers', 0, [alive.filter((isAlive) => !isAlive).length]),
  ];
}
