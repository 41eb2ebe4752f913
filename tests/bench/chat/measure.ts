import type { JSHandle } from 'playwright';
import type { BenchCase, BenchRun, BenchDriver, BenchVariant } from '../page/bench-driver.ts';
import type { Pace } from '../page/sample-stream.ts';
import type { BenchWindow } from './bench-window.ts';
import { chatText } from '../../../renderer/chat/text.ts';

/** A case with its parameters. */
export interface Setting {
  readonly what: BenchCase;
  readonly messages: number;
  readonly pace: Pace;
  readonly milliseconds: number;
  readonly idleMilliseconds: number;
}

const keyEvery = 60;
const warmUp: Pace = { chunksPerSecond: 100, charactersPerChunk: 90, characters: 9000 };

/** Loads the page and measures it idle, then streaming, while a user types all the time. */
export async function measure(window: BenchWindow, way: BenchVariant, setting: Setting) {
  const begun = performance.now();
  await window.reload();
  const driver = await getDriver(window);
  // Code that is loaded once, such as KaTeX, doesn't count as growth.
  await driver.evaluate((each, which) => each.set(which, 'mixed', 0), way);
  await driver.evaluate((each, pace) => each.stream('mixed', pace, 2000), warmUp);
  await driver.evaluate((each, { way, what, messages }) => each.set(way, what, messages), { way, ...setting });
  await window.page.getByRole('textbox', { name: chatText.composer.message }).focus();
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
    /** The share of time in gaps over 50 ms. */
    stalled: run.frames.stalled,
    /** The 95th percentile from key to frame, streaming and idle, in milliseconds. */
    typing: percentile(run.typing, 0.95),
    typingIdle: percentile(idle.typing, 0.95),
    /** CPU seconds of the page's main thread while streaming. Other load on the machine doesn't affect it. */
    processor: work,
    /** Heap growth in MiB after garbage collection, with the complete answer. */
    heap: after - before,
    /** The part that was streamed in time. */
    characters: run.characters,
    /** From loading the page to the last figure. */
    seconds: (performance.now() - begun) / 1000,
  };
}

/** The figures of one renderer in one case. */
export type Sample = Awaited<ReturnType<typeof measure>>;

/** Streams answers one after the other. */
export async function measureRepeats(window: BenchWindow, setting: Setting, repeats: number) {
  await window.reload();
  const driver = await getDriver(window);
  const answer = async () => {
    await driver.evaluate((each, { what, messages }) => each.set('ours', what, messages), setting);
    await driver.evaluate((each, { what, pace, milliseconds }) => each.stream(what, pace, milliseconds), setting);
  };
  const held = async () => ({ heap: await heapOf(window), nodes: await nodesOf(window), objects: await objectsOf(window) });
  // The first answers load code that is loaded once.
  const first = Math.min(3, repeats - 1);
  for (let repeat = 0; repeat < first; repeat += 1) await answer();
  const before = await held();
  for (let repeat = first; repeat < repeats; repeat += 1) await answer();
  const after = await held();
  return {
    /** The whole heap in MiB. Includes code, because the engine compiles functions that run often. */
    heap: after.heap - before.heap,
    /** DOM nodes, attached or detached. */
    nodes: after.nodes - before.nodes,
    /** Memory of the page's script in MiB, without code. Shows leaks. */
    objects: after.objects - before.objects,
  };
}

function getDriver({ page }: BenchWindow): Promise<JSHandle<BenchDriver>> {
  return page.evaluateHandle(() => (globalThis as unknown as { driver: BenchDriver }).driver); // put there by tests/bench/page/main.tsx
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

/** Returns the heap size of the script and of the DOM, which has its own heap, in MiB. */
export async function heapOf(window: BenchWindow): Promise<number> {
  await calm(window);
  const { debug } = window;
  await debug.send('HeapProfiler.collectGarbage');
  await debug.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize } = await debug.send('Runtime.getHeapUsage');
  return (usedSize + embedderHeapUsedSize) / mebibyte;
}

/** Waits until the number of nodes is stable, because content out of view is removed with a delay. */
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

/** Sums up a heap snapshot, without the browser's own objects and compiled code. */
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

/** Returns the CPU seconds of the page's main thread. */
export async function workOf({ debug }: BenchWindow): Promise<number> {
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { metrics } = await debug.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
