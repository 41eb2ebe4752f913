import type { JSHandle } from 'playwright';
import type { Case, Run, Stage, Way } from '../../../renderer/bench/stage.ts';
import type { Pace } from '../../../renderer/bench/stream.ts';
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
  /** Growth of the heap after collection, in MiB. */
  readonly heap: number;
  readonly characters: number;
}

/** A case with the numbers that it runs with. */
export interface Setting {
  readonly what: Case;
  readonly messages: number;
  readonly pace: Pace;
  readonly milliseconds: number;
  readonly idleMilliseconds: number;
}

const keyEvery = 60;
const warmUp: Pace = { chunksPerSecond: 100, charactersPerChunk: 90, characters: 9000 };

/** Loads the page, watches it idle, then streaming, with someone typing all the time. */
export async function measure(window: BenchWindow, way: Way, setting: Setting): Promise<Sample> {
  await window.reload();
  const stage = await stageOf(window);
  // what is loaded once, such as the setting of formulas, is no growth
  await stage.evaluate((each, which) => each.set(which, 'mixed', 0), way);
  await stage.evaluate((each, pace) => each.stream('mixed', pace, 2000), warmUp);
  await stage.evaluate((each, { way, what, messages }) => each.set(way, what, messages), { way, ...setting });
  await window.page.getByRole('textbox', { name: 'Message' }).focus();
  const idle = await whileTyping(
    window,
    stage.evaluate((each, milliseconds) => each.idle(milliseconds), setting.idleMilliseconds),
  );
  const before = await heapOf(window);
  const workBefore = await workOf(window);
  const run = await whileTyping(
    window,
    stage.evaluate((each, { what, pace, milliseconds }) => each.stream(what, pace, milliseconds), setting),
  );
  const work = (await workOf(window)) - workBefore;
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
  };
}

/** The heap after each of several answers in one page, each in the place of the one before, in MiB. */
export async function measureRepeats(window: BenchWindow, setting: Setting, repeats: number): Promise<readonly number[]> {
  await window.reload();
  const stage = await stageOf(window);
  const heaps: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    await stage.evaluate((each, { what, messages }) => each.set('ours', what, messages), setting);
    await stage.evaluate((each, { what, pace, milliseconds }) => each.stream(what, pace, milliseconds), setting);
    heaps.push(await heapOf(window));
  }
  return heaps;
}

function stageOf({ page }: BenchWindow): Promise<JSHandle<Stage>> {
  return page.evaluateHandle(() => (globalThis as unknown as { stage: Stage }).stage); // put there by renderer/bench/main.tsx
}

async function whileTyping(window: BenchWindow, work: Promise<Run>): Promise<Run> {
  const state = { isOver: false };
  void work.finally(() => (state.isOver = true));
  while (!state.isOver) {
    await window.page.keyboard.press('a');
    await new Promise((resolve) => setTimeout(resolve, keyEvery));
  }
  return work;
}

async function heapOf({ debug }: BenchWindow): Promise<number> {
  await debug.send('HeapProfiler.collectGarbage');
  await debug.send('HeapProfiler.collectGarbage');
  const { usedSize } = await debug.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
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
