/**
 * Measures how smoothly a streaming answer is drawn: our renderer beside a naive one (react-markdown drawing the whole message for
 * each chunk), in the same page, while a user types, in Electron, or in a browser where there is none. A renderer that can't keep up is
 * stopped at twice its time (tests/bench/page/sample-stream.ts) and then given the rest at once, so that both have the same text when
 * their memory is compared. The table says how far it got.
 *
 * `--shell=browser` measures the other shell, `--case=NAME` one case, and `--runs=N` and `--seconds=N` set how often and how long.
 */
import { figure, figureBeside, flagValue, isShort, median, report, round, type Figure } from '../support/bench-report.ts';
import { benchWindows, type BenchWindow, type ShellName } from './chat/bench-window.ts';
import { measure, measureRepeats, type Sample, type Setting } from './chat/measure.ts';

const only = flagValue('case');
const runs = Number(flagValue('runs') ?? (isShort ? 1 : 2));
const seconds = Number(flagValue('seconds') ?? (isShort ? 1 : 8));
const repeats = isShort ? 3 : 5;

const mixed = { chunksPerSecond: 300, charactersPerChunk: 5 };
const wide = { chunksPerSecond: 64, charactersPerChunk: 1024 };
const common = { messages: 0, milliseconds: seconds * 1000, idleMilliseconds: isShort ? 300 : 5000 };

const settings: readonly Setting[] = [
  { ...common, what: 'mixed', pace: { ...mixed, characters: 300 * 5 * seconds } },
  {
    ...common,
    what: 'fence',
    pace: { ...wide, characters: 64 * 1024 * seconds },
  },
  { ...common, what: 'reasoning', pace: { ...mixed, charactersPerChunk: 6, characters: 300 * 6 * seconds } },
  { ...common, what: 'hostile', pace: { ...mixed, characters: 300 * 5 * seconds } },
  { ...common, what: 'arguments', pace: { ...wide, characters: 63 * 1024 * seconds } }, // ends in time, as the last drawing counts, too
  { ...common, what: 'conversation', messages: isShort ? 50 : 2000, pace: { ...mixed, characters: 300 * 5 * seconds } },
];

const figures: Figure[] = [];
const rows: Record<string, string>[] = [];

const windows = [...benchWindows()];
for (const [shell, open] of windows.filter(([name]) => name === (flagValue('shell') ?? windows[0]?.[0]))) {
  const window = await open();
  console.log(`${shell}: ${window.where}.`);
  await measureShell(shell, window);
  await window.close();
}
console.table(rows);
report('chat', figures);

async function measureShell(shell: ShellName, window: BenchWindow): Promise<void> {
  for (const setting of settings.filter(({ what }) => only === undefined || what === only)) {
    const ours: Sample[] = [];
    const naive: Sample[] = [];
    const ways = [
      ['ours', ours],
      ['naive', naive],
    ] as const;
    for (let run = 0; run < runs; run += 1) {
      for (const [way, samples] of ways) {
        const sample = await measure(window, way, setting);
        samples.push(sample);
        console.log(`${setting.what}, run ${run + 1}, ${way}: ${round(sample.framesPerSecond)} frames/s, took ${round(sample.seconds)} s`);
      }
    }
    for (const [way, samples] of ways) {
      const middle = (name: keyof Sample): string => String(round(median(samples.map((sample) => sample[name]))));
      rows.push({
        shell,
        case: setting.what,
        way,
        'frames/s': middle('framesPerSecond'),
        'longest stall, ms': middle('longestStall'),
        'time in stalls, %': String(round(median(samples.map(({ stalled }) => stalled * 100)))),
        'typing p95, ms': middle('typing'),
        'idle p95, ms': middle('typingIdle'),
        'main thread, s': middle('processor'),
        'heap, MiB': middle('heap'),
        'characters in time': `${middle('characters')} of ${setting.pace.characters}`,
        'took, s': middle('seconds'),
      });
    }
    figures.push(...figuresOf(`${setting.what}-${shell}`, ours, naive));
  }

  const [first] = settings;
  if (first === undefined || (only !== undefined && only !== 'mixed')) return;
  const short = { ...first, pace: { ...first.pace, chunksPerSecond: 1000, characters: isShort ? 2000 : 20_000 }, milliseconds: 10_000 };
  const { heap, objects, nodes } = await measureRepeats(window, short, repeats);
  const grown = (name: string, value: number, unit: string, goal: number): Figure =>
    figure(`${name}-over-repeats-${shell}`, [value], unit, goal, { digits: 2 });
  figures.push(grown('heap', heap, 'MiB', 0.5), grown('objects', objects, 'MiB', 0.05), grown('nodes', nodes, 'nodes', 0));
}

function figuresOf(what: string, ours: readonly Sample[], naive: readonly Sample[]): readonly Figure[] {
  const column = (samples: readonly Sample[], name: keyof Sample): number[] => samples.map((sample) => sample[name]);
  return [
    figure(`frames-${what}`, column(ours, 'framesPerSecond'), 'frames/s', 55, { better: 'higher' }),
    figure(`stall-${what}`, column(ours, 'longestStall'), 'ms', 50),
    figureBeside(`stall-beside-${what}`, column(ours, 'longestStall'), column(naive, 'longestStall'), 'x of naive', 0.1),
    figureBeside(`typing-${what}`, column(ours, 'typing'), column(ours, 'typingIdle'), 'x of the same composer idle', 1.5),
    figureBeside(`heap-${what}`, column(ours, 'heap'), column(naive, 'heap'), 'x of naive', 0.25),
  ];
}
