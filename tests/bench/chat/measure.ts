import type { JSHandle } from 'playwright';
import type { BenchCase, BenchRun, BenchDriver, BenchVariant } from '../../../renderer/bench/bench-driver.ts';
import type { Pace } from '../../../renderer/bench/sample-stream.ts';
import type { BenchWindow } from './bench-window.ts';

/** One way of drawing one case, measured once. */
export interface Sample {
  readonly framesPerSecond: number;
  readonly longestStall: number;
  /** The share of time in gaps over 50 ms. */
  readonly stalled: number;
  /** The 95th percentile from key to frame, streaming and idle, in milliseconds. */
  readonly typing: number;
  readonly typingIdle: number;
  /** What the page's main thread worked while streaming, in seconds of processor time: it does not see the neighbours. */
  readonly processor: number;
  /** Growth of the heap after collection, with all of the answer there, in MiB. */
  readonly heap: number;
  /** What was streamed in time. */
  readonly characters: number;
  /** From loading the page to the last figure. */
  readonly seconds: number;
}

/** A case with the numbers that it runs with. */
export interface Setting {
  readonly what: BenchCase;
  readonly messages: number;
  readonly pace: Pace;
  readonly milliseconds: number;
  readonly idleMilliseconds: number;
}

const keyEvery = 60;
const warmUp: Pace = { chunksPerSecond: 100, charactersPerChunk: 90, characters: 9000 };

/** Loads the page, watches it idle, then streaming, with someone typing all the time. */
export async function measure(window: BenchWindow, way: BenchVariant, setting: Setting): Promise<Sample> {
  const begun = performance.now();
  await window.reload();
  const driver = await getDriver(window);
  // what is loaded once, such as the setting of formulas, is no growth
  await driver.evaluate((each, which) => each.set(which, 'mixed', 0), way);
  await driver.evaluate((each, pace) => each.stream('mixed', pace, 2000), warmUp);
  await driver.evaluate((each, { way, what, messages }) => each.set(way, what, messages), { way, ...setting });
  await window.page.getByRole('textbox', { name: 'Message' }).focus();
  const idle = await whileTyping(
    window,
    driver.evaluate((each, milliseconds) => each.idle(milliseconds), setting.idleMilliseconds),
  );
  const before = await heapOf(window);
  const workBefore = await workOf(window);
  const run = await whileTyping(
    window,
    driver.evaluate((each, { what, pace, milliseconds }) => each.stream(what, pace, milliseconds), setting),
  );
  const work = (await workOf(window)) - workBefore;
  await driver.evaluate((each, { what, pace }) => each.finish(what, pace), setting);
  const after = await heapOf(window);
  return {
    framesPerSecond: run.frames.perSecond,
    longestStall: run.frames.longestStall,
    stalled: run.frames.stalled,
    typing: percentile(run.typing, 0.95),
    typingIdle: percentile(idle.typing, 0.95),
    processor: work,
    heap: after - before,
    characters: run.characters,
    seconds: (performance.now() - begun) / 1000,
  };
}

/** What grew between the third of several answers in one page, each in the place of the one before, and the last. */
export interface Growth {
  /** The heap as a whole, in MiB. The engine compiles what runs often, so that some of this is code. */
  readonly heap: number;
  /** What the page's own script holds, code left out, in MiB: what is never given back shows here. */
  readonly objects: number;
  /** Elements and texts, in the page or out of it. */
  readonly nodes: number;
}

/** Streams one answer after the other. */
export async function measureRepeats(window: BenchWindow, setting: Setting, repeats: number): Promise<Growth> {
  await window.reload();
  const driver = await getDriver(window);
  const answer = async () => {
    await driver.evaluate((each, { what, messages }) => each.set('ours', what, messages), setting);
    await driver.evaluate((each, { what, pace, milliseconds }) => each.stream(what, pace, milliseconds), setting);
  };
  const held = async () => ({ heap: await heapOf(window), nodes: await nodesOf(window), objects: await objectsOf(window) });
  // the first answers bring in what is loaded once
  const first = Math.min(3, repeats - 1);
  for (let repeat = 0; repeat < first; repeat += 1) await answer();
  const before = await held();
  for (let repeat = first; repeat < repeats; repeat += 1) await answer();
  const after = await held();
  return { heap: after.heap - before.heap, nodes: after.nodes - before.nodes, objects: after.objects - before.objects };
}

function getDriver({ page }: BenchWindow): Promise<JSHandle<BenchDriver>> {
  return page.evaluateHandle(() => (globalThis as unknown as { driver: BenchDriver }).driver); // put there by renderer/bench/main.tsx
}

async function whileTyping(window: BenchWindow, work: Promise<BenchRun>): Promise<BenchRun> {
  const state = { isOver: false };
  void work.finally(() => (state.isOver = true));
  while (!state.isOver) {
    await window.page.keyboard.press('a');
    await new Promise((resolve) => setTimeout(resolve, keyEvery));
  }
  return work;
}

const mebibyte = 1024 * 1024;

/** Of the script and of the page's elements, which the browser keeps in a heap of its own. */
async function heapOf(window: BenchWindow): Promise<number> {
  await calm(window);
  const { debug } = window;
  await debug.send('HeapProfiler.collectGarbage');
  await debug.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize } = await debug.send('Runtime.getHeapUsage');
  return (usedSize + embedderHeapUsedSize) / mebibyte;
}

/** Waits until nothing comes or goes any more: what is out of sight is taken away only once that was noticed. */
async function calm(window: BenchWindow): Promise<void> {
  for (let before = -1, same = 0; same < 3;) {
    await window.debug.send('HeapProfiler.collectGarbage');
    const now = await nodesOf(window);
    same = now === before ? same + 1 : 0;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function nodesOf({ debug }: BenchWindow): Promise<number> {
  return (await debug.send('Memory.getDOMCounters')).nodes;
}

/** Adds up a snapshot of the heap; the browser's own objects and what the engine has compiled are left out. */
async function objectsOf({ debug }: BenchWindow): Promise<number> {
  const chunks: string[] = [];
  const onChunk = ({ chunk }: { readonly chunk: string }) => void chunks.push(chunk);
  debug.on('HeapProfiler.addHeapSnapshotChunk', onChunk);
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  debug.off('HeapProfiler.addHeapSnapshotChunk', onChunk);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot; // the protocol's own format
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0][nodes[at + typeAt] ?? 0];
    if (type !== 'code' && type !== 'native' && type !== 'synthetic') bytes += nodes[at + sizeAt] ?? 0;
  }
  return bytes / mebibyte;
}

interface HeapSnapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] } };
  readonly nodes: readonly number[];
}

async function workOf({ debug }: BenchWindow): Promise<number> {
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { metrics } = await debug.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
