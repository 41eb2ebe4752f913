/**
 * Measures how smoothly a long text grows in the notebook, with the probability of each of its tokens shown: our editor beside a plain
 * text field that shows the text alone, alternately in the same page. `--shell=NAME` measures one of the shells on this machine.
 * Frames and stalls of the same page without any work stand beside them, because a busy machine delays those too. The CPU time of the
 * page's main thread per frame doesn't depend on that.
 * The memory is compared with the size of the text and its figures, as numbers of 8 bytes and strings of 2 bytes per character.
 */
import type { JSHandle } from 'playwright';
import type { NotebookDriver, NotebookVariant } from './page/notebook-driver.ts';
import { figure, figureBeside, flagValue, isShort, median, report, round, type Figure } from '../support/bench-report.ts';
import { benchWindows, type BenchWindow } from './chat/bench-window.ts';
import { heapOf, workOf } from './chat/measure.ts';

const onlyShell = flagValue('shell');
const characters = isShort ? 20_000 : 200_000;
const milliseconds = isShort ? 1000 : 20_000;
const runs = isShort ? 1 : 3;
const tokensPerSecond = 200;

/** A log probability and ten alternatives of about five characters per token of four. */
const bytesPerToken = 8 + 4 * 2 + 10 * (8 + 5 * 2);
const textAndFigures = (characters * 2 + (characters / 4) * bytesPerToken) / 1024 / 1024;

const rows: Record<string, string | number>[] = [];
const figures: Figure[] = [];

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
    const middle = (name: keyof Sample): number => round(median(samples.map((sample) => sample[name])));
    rows.push({
      shell,
      variant,
      'frames/s': middle('framesPerSecond'),
      'longest stall, ms': middle('longestStall'),
      'time in stalls, %': round(median(samples.map(({ stalled }) => stalled * 100))),
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

async function measure(window: BenchWindow, variant: NotebookVariant) {
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
    /** CPU milliseconds of the page's main thread per frame. */
    processor: (work * 1000) / ((run.perSecond * milliseconds) / 1000),
    idleFrames: idle.perSecond,
    idleStall: idle.longestStall,
    heap: (await heapOf(window)) - before,
    characters: run.characters,
  };
}

type Sample = Awaited<ReturnType<typeof measure>>;

function getDriver({ page }: BenchWindow): Promise<JSHandle<NotebookDriver>> {
  return page.evaluateHandle(() => (globalThis as unknown as { notebookDriver: NotebookDriver }).notebookDriver); // put there by tests/bench/page/main.tsx
}

function figuresOf(shell: string, ours: readonly Sample[], plain: readonly Sample[]): readonly Figure[] {
  const column = (samples: readonly Sample[], name: keyof Sample): number[] => samples.map((sample) => sample[name]);
  const memory = column(ours, 'heap').map((heap) => heap / textAndFigures);
  const field = 'x of a plain text field';
  return [
    figure(`frames-${shell}`, column(ours, 'framesPerSecond'), 'frames/s', 55, { better: 'higher' }),
    figure(`stall-${shell}`, column(ours, 'longestStall'), 'ms', 50),
    figure(`memory-${shell}`, memory, 'x of the text and its figures', 3),
    figureBeside(
      `frames-beside-idle-${shell}`,
      column(ours, 'framesPerSecond'),
      column(ours, 'idleFrames'),
      'x of the same page idle',
      0.95,
      'higher',
    ),
    figure(`processor-${shell}`, column(ours, 'processor'), 'ms of the main thread per frame', 10),
    figureBeside(`stall-beside-${shell}`, column(ours, 'longestStall'), column(plain, 'longestStall'), field, 1),
    figureBeside(`processor-beside-${shell}`, column(ours, 'processor'), column(plain, 'processor'), field, 1),
  ];
}
