/** A distribution of lengths or times. */
export interface Histogram {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Exact for whole numbers below 4,096, otherwise to a two-thousandth of the range. */
  readonly median: number;
  readonly p95: number;
  /** Adjoining bins of one width. A value is in the bin with `from <= value < to`. */
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[];
}

/** Collects values as they come. */
export interface HistogramCounter {
  readonly add: (value: number) => void;
  /** Returns null without values. */
  readonly result: () => Histogram | null;
}

/** Bins that are counted, and those that are returned to be drawn. */
const countedBins = 4096;
const drawnBins = 40;

/**
 * Creates a counter for values from 0. The range is not known before all values have come, so the width of the bins doubles whenever one
 * is beyond the last.
 */
export function createHistogramCounter(): HistogramCounter {
  const bins = new Float64Array(countedBins);
  let width = 1;
  let count = 0;
  let sum = 0;
  let min = Infinity;
  let max = -Infinity;

  const add = (value: number): void => {
    if (!Number.isFinite(value) || value < 0) return;
    while (value >= width * countedBins) {
      for (let bin = 0; bin < countedBins; bin += 1) {
        bins[bin] = bin < countedBins / 2 ? (bins[2 * bin] ?? 0) + (bins[2 * bin + 1] ?? 0) : 0;
      }
      width *= 2;
    }
    const bin = Math.floor(value / width);
    bins[bin] = (bins[bin] ?? 0) + 1;
    count += 1;
    sum += value;
    min = Math.min(min, value);
    max = Math.max(max, value);
  };

  const quantile = (share: number): number => {
    const rank = Math.ceil(share * count);
    let seen = 0;
    for (let bin = 0; bin < countedBins; bin += 1) {
      const inBin = bins[bin] ?? 0;
      if (seen + inBin >= rank) return Math.min(max, Math.max(min, width === 1 ? bin : (bin + (rank - seen) / inBin) * width));
      seen += inBin;
    }
    return max;
  };

  const draw = (): Histogram['bins'] => {
    const first = Math.floor(min / width);
    const last = Math.floor(max / width);
    const perDrawn = Math.ceil((last - first + 1) / drawnBins);
    return Array.from({ length: Math.ceil((last - first + 1) / perDrawn) }, (_, index) => {
      const from = first + index * perDrawn;
      const counted = bins.subarray(from, Math.min(from + perDrawn, countedBins)).reduce((total, inBin) => total + inBin, 0);
      return { from: from * width, to: (from + perDrawn) * width, count: counted };
    });
  };

  return {
    add,
    result: () => (count === 0 ? null : { count, min, max, mean: sum / count, median: quantile(0.5), p95: quantile(0.95), bins: draw() }),
  };
}
