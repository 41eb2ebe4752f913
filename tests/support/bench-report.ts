/** One figure of a benchmark, mostly a ratio to the peer measured in the same run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly better: 'lower' | 'higher';
  /** Undefined if there is nothing to compare the figure with, or if its goal was given up. */
  readonly goal?: number | undefined;
  readonly spread: readonly [number, number];
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Returns the value below which a share of the sorted numbers lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Whether the benchmark runs once in short form, which only keeps it working. */
export const isShort = process.argv.includes('--short');

/** Returns the value of a flag such as `--keep=FILE`. */
export function flagValue(name: string): string | undefined {
  return process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits)) + 0; // never "-0"
}

export function p95(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * 0.95) - 1] ?? Number.NaN;
}

/** Summarises a series without a peer. */
export function figure(
  name: string,
  series: readonly number[],
  unit: string,
  goal?: number,
  { better = 'lower', summary = median, digits = 1 }: FigureOptions = {},
): Figure {
  const spread = [round(Math.min(...series), digits), round(Math.max(...series), digits)] as const;
  return { name, value: round(summary(series), digits), unit, better, goal, spread };
}

interface FigureOptions {
  readonly better?: Figure['better'];
  readonly summary?: (series: readonly number[]) => number;
  readonly digits?: number;
}

/** Compares run i of ours with run i of the peer's, as a figure. */
export function figureBeside(
  name: string,
  ours: readonly number[],
  peer: readonly number[],
  unit: string,
  goal: number | undefined,
  better: Figure['better'] = 'lower',
): Figure {
  return { name, ...ratio(ours, peer), unit, better, goal };
}

/** Compares run i of ours with run i of the peer's. */
export function ratio(ours: readonly number[], peer: readonly number[]): Pick<Figure, 'value' | 'spread'> {
  const ratios = ours.map((value, run) => value / (peer[run] ?? Number.NaN)).toSorted((a, b) => a - b);
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return { value: round(median(ours) / median(peer)), spread: [round(ratios[0] ?? Number.NaN), round(ratios.at(-1) ?? Number.NaN)] };
}

/** Prints a table for a person, and as the last line one JSON object. A missed goal is shown, not hidden. */
export function report(bench: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ name, value, unit, better, goal, spread }) => {
    const isMet = goal === undefined || (better === 'lower' ? value <= goal : value >= goal);
    return {
      figure: name,
      value,
      unit,
      spread: spread.join(' – '),
      goal: goal === undefined ? '' : `${better === 'lower' ? '≤' : '≥'} ${goal}`,
      met: goal === undefined ? '' : isMet ? 'yes' : 'NO',
    };
  });
  console.table(rows);
  console.log(JSON.stringify({ bench, figures }));
}
