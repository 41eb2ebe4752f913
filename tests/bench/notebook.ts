/**
 * Measures how smoothly a long text grows in the notebook, with the probability of each of its tokens shown: our editor beside a plain
 * text field that shows the text alone, alternately in the same page. `--shell=NAME` measures one of the shells on this machine.
 * Frames and stalls of the same page without any work stand beside them, because a busy machine delays those too. The CPU time of the
 * page's main thread per frame doesn't depend on that.
 * The memory is compared with the size of the text and its figures, as numbers of 8 bytes and strings of 2 bytes per character.
 */
import type { JSHandle } from 'playwright';
import type { NotebookDriver, NotebookVariant } from './page/notebook-driver.ts';
import { median, ratio, report, type Figure } from '../support/bench-report.ts';
import { benchWindows, type BenchWindow } from './chat/bench-window.ts';
import { heapOf, workOf } from './chat/measure.ts';

const isShort = process.argv.includes('--short');
const onlyShell = process.argv.find((word) => word.startsWith('--shell='))?.slice('--shell='.length);
const characters = isShort ? 20_000 : 200_000;
const milliseconds = isShort ? 1000 : 20_000;
const runs = isShort ? 1 : 3;
const tokensPerSecond = 200;

/** A log probability and ten alternatives of about five characters per token of four. */
const bytesPerToken = 8 + 4 * 2 + 10 * (8 + 5 * 2);
const textAndFigures = (characters * 2 + (characters / 4) * bytesPerToken) / 1024 / 1024;

interface Sample {
  readonly framesPerSecond: number;
  readonly longestStall: number;
  readonly stalled: number;
  /** CPU milliseconds of the page's main thread per frame. */
  readonly processor: number;
  readonly idleFrames: number;
  readonly idleStall: number;
  readonly heap: number;
  readonly characters: number;
}

const rows: Record<string, string | number>[] = [];
const figures: Figure[] = [];
const one = (value: number): number => Math.round(value * 10) / 10;

for (const [shell, open] of benchWindows()) {
  if (onlyShell !== undefined && shell !== onlyShell) continue;
  const window = await open();
  console.log(`${shell}: ${window.where}.`);
  const ours: Sample[] = [];
  const plain: Sample[] = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push(await measure(window, 'ours'));
    plain.push(await measure(window, 'textarea'));
  }
  await window.close();
  for (const [variant, samples] of [
    ['ours', ours],
    ['plain text field', plain],
  ] as const) {
    const middle = (name: keyof Sample): number => one(median(samples.map((sample) => sample[name])));
    rows.push({
      shell,
      variant,
      'frames/s': middle('framesPerSecond'),
      'longest stall, ms': middle('longestStall'),
      'time in stalls, %': one(median(samples.map(({ stalled }) => stalled * 100))),
      'idle frames/s': middle('idleFrames'),
      'idle stall, ms': middle('idleStall'),
      'main thread, ms/frame': middle('processor'),
      'heap, MiB': middle('heap'),
      characters: middle('characters'),
    });
  }
  figures.push(...figuresOf(shell, ours, plain));
}
console.table(rows);
report('notebook', figures);

async function measure(window: BenchWindow, variant: NotebookVariant): Promise<Sample> {
  await window.reload();
  const driver = await getDriver(window);
  // Code that is loaded once doesn't count as growth.
  await driver.evaluate((each, which) => each.set(which, 2000), variant);
  await driver.evaluate((each) => each.stream(100, 500));
  await driver.evaluate((each) => each.clear());
  const before = await heapOf(window);
  await driver.evaluate((each, setting) => each.set(setting.variant, setting.characters), { variant, characters });
  const idle = await driver.evaluate((each, time) => each.idle(time), milliseconds / 4);
  const workBefore = await workOf(window);
  const run = await driver.evaluate((each, setting) => each.stream(setting.tokensPerSecond, setting.milliseconds), {
    tokensPerSecond,
    milliseconds,
  });
  const work = (await workOf(window)) - workBefore;
  return {
    framesPerSecond: run.perSecond,
    longestStall: run.longestStall,
    stalled: run.stalled,
    processor: (work * 1000) / ((run.perSecond * milliseconds) / 1000),
    idleFrames: idle.perSecond,
    idleStall: idle.longestStall,
    heap: (await heapOf(window)) - before,
    characters: run.characters,
  };
}

function getDriver({ page }: BenchWindow): Promise<JSHandle<NotebookDriver>> {
  return page.evaluateHandle(() => (globalThis as unknown as { notebookDriver: NotebookDriver }).notebookDriver); // put there by tests/bench/page/main.tsx
}

function figuresOf(shell: string, ours: readonly Sample[], plain: readonly Sample[]): readonly Figure[] {
  const column = (samples: readonly Sample[], name: keyof Sample): number[] => samples.map((sample) => sample[name]);
  const own = (name: keyof Sample): Pick<Figure, 'value' | 'spread'> => {
    const values = column(ours, name);
    return { value: one(median(values)), spread: [one(Math.min(...values)), one(Math.max(...values))] };
  };
  const memory = column(ours, 'heap').map((heap) => one(heap / textAndFigures));
  return [
    { name: `frames-${shell}`, ...own('framesPerSecond'), unit: 'frames/s', better: 'higher', goal: 55 },
    { name: `stall-${shell}`, ...own('longestStall'), unit: 'ms', better: 'lower', goal: 50 },
    {
      name: `memory-${shell}`,
      value: median(memory),
      spread: [Math.min(...memory), Math.max(...memory)],
      unit: 'x of the text and its figures',
      better: 'lower',
      goal: 3,
    },
    {
      name: `frames-beside-idle-${shell}`,
      ...ratio(column(ours, 'framesPerSecond'), column(ours, 'idleFrames')),
      unit: 'x of the same page idle',
      better: 'higher',
      goal: 0.95,
    },
    { name: `processor-${shell}`, ...own('processor'), unit: 'ms of the main thread per frame', better: 'lower', goal: 10 },
    {
      name: `stall-beside-${shell}`,
      ...ratio(column(ours, 'longestStall'), column(plain, 'longestStall')),
      unit: 'x of a plain text field',
      better: 'lower',
      goal: 1,
    },
    {
      name: `processor-beside-${shell}`,
      ...ratio(column(ours, 'processor'), column(plain, 'processor')),
      unit: 'x of a plain text field',
      better: 'lower',
      goal: 1,
    },
  ];
}
