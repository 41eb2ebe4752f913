import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findChromium } from '../../build/steps/find-chromium.ts';
import type { ResultView } from '../../electron/contract/run-results.ts';
import { createRunStore } from '../../electron/core/runs/store/run-store.ts';
import { runsFormat } from '../../electron/core/runs/store/schema.ts';
import { openStoredDatabase } from '../../electron/core/shared/sqlite/open-database.ts';
import { figure, figureBeside, flagValue, isShort, median, p95, report, type Figure } from '../support/bench-report.ts';
import { context } from '../support/call-context.ts';
import { createRun } from '../support/create-run.ts';
import { must } from '../support/must.ts';
import { createRecipe } from '../support/run-recipe.ts';
import { result } from '../core/runs/store/open-test-store.ts';
import { measureWindow } from './runs/window-memory.ts';
import { connectToDemo, openBenchRuns, spawnDemo, type RemoteDemo } from './runs/open-bench-runs.ts';

/**
 * Measures runs: rows per second beside a bare undici loop with the same bodies and concurrency that saves nothing; the memory of the core
 * and of the window with 1,000 and 250,000 rows; opening, sorting and filtering a finished run of 100,000 rows; and the automatic
 * concurrency with a demo that refuses more than a fixed number of requests.
 */
const only = flagValue('only');
const sizes = isShort
  ? { rows: 300, rounds: 1, warmUps: 0, memory: [1000, 5000], opened: 2000, seconds: 3 }
  : { rows: 10_000, rounds: 5, warmUps: 1, memory: [1000, 250_000], opened: 100_000, seconds: 60 };
const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-runs-'));
const figures: Figure[] = [];
const isSelected = (name: string): boolean => only === undefined || only === name;

async function writeRows(count: number, digits = 1): Promise<string> {
  const file = path.join(folder, `rows-${count}.csv`);
  const rows = Array.from({ length: count }, (_, index) => `row ${String(index + 1).padStart(digits, '0')}`);
  await writeFile(file, `text\n${rows.join('\n')}\n`);
  return file;
}

/** Starts a process that measures a run or a bare loop, a round at a time. */
function spawnRate(kind: 'run' | 'bare', { baseUrl, token, ca }: RemoteDemo) {
  const script = path.join(import.meta.dirname, 'runs/rate-script.ts');
  const address = JSON.stringify({ baseUrl, token, ca });
  const child = spawn(process.execPath, [script, kind, String(sizes.rows), address], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined); // it has exited, which the end of its output reports
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    measure: async (): Promise<number> => {
      child.stdin.write('\n');
      const line = await lines.next();
      if (line.done) throw new Error(`the process of ${kind} ended before its result`);
      return Number(line.value);
    },
    kill: () => child.kill(),
  };
}

if (isSelected('rate')) {
  const demo = await spawnDemo('unlimited');
  const [ours, bare]: [number[], number[]] = [[], []];
  // each in a process of its own, because what the one does to undici's compiled code slows down the other
  const [loop, run] = [spawnRate('bare', demo), spawnRate('run', demo)];
  try {
    // not counted: in its first round, each is still being compiled
    for (let round = -sizes.warmUps; round < sizes.rounds; round += 1) {
      const [bareRate, rate] = [await loop.measure(), await run.measure()];
      console.log(`round ${round}: ${Math.round(rate)} rows/s, bare ${Math.round(bareRate)}`);
      if (round < 0) continue;
      bare.push(bareRate);
      ours.push(rate);
    }
  } finally {
    loop.kill();
    run.kill();
    demo.child.kill();
  }
  figures.push(figureBeside('rows-per-second', ours, bare, 'x of a bare undici loop', 0.9, 'higher'));
  console.log(`alone: ${Math.round(median(ours))} rows/s`);
}

if (isSelected('memory')) {
  const run = promisify(execFile);
  const script = path.join(import.meta.dirname, 'runs/memory-script.ts');
  const [small = 1000, large = 1000] = sizes.memory;
  const measure = async (rows: number): Promise<number> => {
    const { stdout } = await run(process.execPath, [script, String(rows), String(sizes.seconds)], { maxBuffer: 1e7 });
    return (JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { readonly median: number }).median; // printed by the script
  };
  const [few, many] = [await measure(small), await measure(large)];
  console.log(`memory: ${Math.round(few)} MiB with ${small} rows, ${Math.round(many)} MiB with ${large}`);
  figures.push(figureBeside('memory', [many], [few], `x of ${small} rows, with ${large}`, 1.2));
}

if (isSelected('window') && findChromium() !== undefined) {
  const [small = 1000, large = 1000] = sizes.memory;
  const [few, many] = [await measureWindow(small), await measureWindow(large)];
  console.log(`memory of the window: ${few.toFixed(1)} MiB with ${small} rows, ${many.toFixed(1)} MiB with ${large}`);
  figures.push(figureBeside('window-memory', [many], [few], `x of ${small} rows, with ${large}`, 1.2));
}

if (isSelected('open')) {
  const runFolder = await mkdtemp(path.join(folder, 'open-'));
  const file = path.join(folder, 'open.csv');
  const lines = Array.from({ length: sizes.opened }, (_, index) => `text number ${(index * 7919) % sizes.opened},${index % 977}`);
  await writeFile(file, `text,number\n${lines.join('\n')}\n`);
  const none = connectToDemo({ baseUrl: 'https://localhost:1/', token: 'none', ca: '' });
  const { runs } = openBenchRuns(runFolder, none.handle);
  const { id } = await createRun(runs, createRecipe(), file);
  await runs.close();
  const { db } = openStoredDatabase(runsFormat, { file: path.join(runFolder, 'runs.db'), now: Date.now() });
  const { store } = createRunStore(db, () => Date.now());
  for (let first = 1; first <= sizes.opened; first += 1000) {
    const results = Array.from({ length: Math.min(1000, sizes.opened - first + 1) }, (_, index) => {
      const row = first + index;
      return result(
        row,
        0,
        `the answer ${(row * 104_729) % sizes.opened} of some forty characters`,
        row % 50 === 0 ? { state: 'failed' } : {},
      );
    });
    must(store.saveResults({ id, results, requests: 0, refused: 0, tokens: 0, runningMs: 0 }));
  }
  must(store.change({ id, change: { state: 'finished', reason: 'complete' } }));
  db.close();

  const opening: number[] = [];
  const times: number[] = [];
  const plain: ResultView = { sort: null, filters: [] };
  const answer = { kind: 'answer', variantId: 'm.t', repeat: 1 } as const;
  const views: readonly ResultView[] = [
    { ...plain, sort: { column: { kind: 'value', column: 'text' }, isDescending: false } },
    { ...plain, sort: { column: { kind: 'value', column: 'number' }, isDescending: true } },
    { ...plain, sort: { column: answer, isDescending: false } },
    { ...plain, sort: { column: { ...answer, kind: 'total-time' }, isDescending: true } },
    { ...plain, filters: [{ kind: 'failed', variantId: null }] },
    { ...plain, filters: [{ kind: 'column', column: answer, is: 'contains', text: '99' }] },
    { ...plain, filters: [{ kind: 'column', column: { kind: 'value', column: 'number' }, is: 'more', text: '900' }] },
    { ...plain, filters: [{ kind: 'anywhere', text: 'number 77' }] },
  ];
  for (let round = 0; round < 5; round += 1) {
    const again = openBenchRuns(runFolder, none.handle);
    const startedAt = performance.now();
    must(await again.runs.read({ id }, context));
    must(await again.runs.page({ id, view: plain, offset: 0, limit: 100 }, context));
    opening.push(performance.now() - startedAt);
    for (const [index, view] of views.entries()) {
      const from = performance.now();
      // every round has its own store, because the order of a view is cached
      const page = must(await again.runs.page({ id, view, offset: 0, limit: 100 }, context));
      times.push(performance.now() - from);
      if (round === 0) console.log(`view ${index}: ${page.total} rows, ${Math.round(times.at(-1) ?? 0)} ms`);
    }
    await again.runs.close();
  }
  await none.close();
  figures.push(figure('open-finished-run', opening, 'ms', 300, { digits: 0 }));
  figures.push(figure('sort-and-filter-p95', times, 'ms', 200, { digits: 0, summary: p95 }));
}

if (isSelected('adaptive')) {
  const capacity = 12;
  // all rows have the same few tokens, so each answer takes about a third of a second
  const demo = await spawnDemo('12', String(capacity));
  const measure = async (runConcurrency: 'auto' | number): Promise<{ readonly rate: number; readonly refused: number }> => {
    const runFolder = await mkdtemp(path.join(folder, 'adaptive-'));
    const service = connectToDemo(demo);
    const { runs } = openBenchRuns(runFolder, service.handle);
    const { id } = await createRun(runs, createRecipe({ concurrency: runConcurrency }), await writeRows(20_000, 5));
    must(await runs.start({ id }, context));
    const at = async (): Promise<{ readonly done: number; readonly requests: number; readonly refused: number }> =>
      must(await runs.read({ id }, context)).progress;
    const half = (sizes.seconds * 1000) / 2;
    await new Promise((resolve) => void setTimeout(resolve, half));
    const [from, startedAt] = [await at(), performance.now()];
    await new Promise((resolve) => void setTimeout(resolve, half));
    const to = await at();
    const rate = ((to.done - from.done) / (performance.now() - startedAt)) * 1000;
    must(await runs.stop({ id }, context));
    await runs.close();
    await service.close();
    return { rate, refused: to.refused / Math.max(1, to.requests) };
  };
  const measureBoth = async () => ({ fixed: await measure(capacity), auto: await measure('auto') });
  const { fixed, auto } = await measureBoth().finally(() => demo.child.kill());
  const percentRefused = (share: number): string => `${(share * 100).toFixed(2)} % refused`;
  console.log(
    `adaptive: ${auto.rate.toFixed(1)} rows/s, ${percentRefused(auto.refused)}; with the capacity known ${fixed.rate.toFixed(1)}, ${percentRefused(fixed.refused)}`,
  );
  figures.push(figureBeside('adaptive-throughput', [auto.rate], [fixed.rate], 'x of the capacity, known', 0.9, 'higher'));
  figures.push(figure('adaptive-refused', [auto.refused * 100], '% of requests', 2, { digits: 2 }));
}

await rm(folder, { recursive: true, force: true });
report('runs', figures);
