import type { RunHistogram } from '../../../contract/run-results.ts';

/** Bins for counting, and the number that is returned at most. */
const countedBins = 4096;
const returnedBins = 40;

/**
 * Creates a counter for values from 0, in constant memory. The range is unknown until all values are added, so the width of the bins doubles when a value is
 * beyond the last bin.
 */
export function createHistogramCounter() {
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

  const mergeBins = (): RunHistogram['bins'] => {
    const first = Math.floor(min / width);
    const last = Math.floor(max / width);
    const binsPerReturned = Math.ceil((last - first + 1) / returnedBins);
    return Array.from({ length: Math.ceil((last - first + 1) / binsPerReturned) }, (_, index) => {
      const from = first + index * binsPerReturned;
      const counted = bins.subarray(from, Math.min(from + binsPerReturned, countedBins)).reduce((total, inBin) => total + inBin, 0);
      return { from: from * width, to: (from + binsPerReturned) * width, count: counted };
    });
  };

  return {
    add,
    /** Returns null if no value was added. */
    result: (): RunHistogram | null =>
      count === 0 ? null : { count, min, max, mean: sum / count, median: quantile(0.5), p95: quantile(0.95), bins: mergeBins() },
  };
}
