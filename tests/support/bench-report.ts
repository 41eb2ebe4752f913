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

/** Summarises one series in whole milliseconds, without a peer. */
export function milliseconds(series: readonly number[]): Pick<Figure, 'value' | 'spread' | 'unit' | 'better'> {
  const rounded = series.map((value) => Math.round(value));
  return { unit: 'ms', better: 'lower', value: median(rounded), spread: [Math.min(...rounded), Math.max(...rounded)] };
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
