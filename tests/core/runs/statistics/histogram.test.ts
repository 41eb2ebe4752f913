import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RunHistogram } from '../../../../electron/contract/run-results.ts';
import { createHistogramCounter } from '../../../../electron/core/runs/statistics/histogram.ts';

function histogram(values: Iterable<number>): RunHistogram | null {
  const counter = createHistogramCounter();
  for (const value of values) counter.add(value);
  return counter.result();
}

it('counts small whole numbers exactly', () => {
  expect(histogram([3, 1, 2, 2, 10])).toEqual({
    count: 5,
    min: 1,
    max: 10,
    mean: 3.6,
    median: 2,
    p95: 10,
    bins: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((from) => ({ from, to: from + 1, count: [0, 1, 2, 1][from] ?? (from === 10 ? 1 : 0) })),
  });
});

it('returns null without values, and ignores invalid ones', () => {
  expect(histogram([])).toBeNull();
  expect(histogram([Number.NaN, -1, Infinity])).toBeNull();
});

it('accepts a value far beyond the others', () => {
  const result = histogram([1, 2, 3, 1e15]);
  expect(result?.max).toBe(1e15);
  expect(result?.bins.reduce((sum, { count }) => sum + count, 0)).toBe(4);
});

it('puts every value in one bin, returns few bins without gaps, and approximates the quantiles', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 300 }), (values) => {
      const result = histogram(values);
      if (!result) throw new Error('no histogram');
      expect(result.bins.length).toBeLessThanOrEqual(40);
      expect(result.bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      for (const [index, bin] of result.bins.entries()) {
        expect(bin.from).toBe(result.bins[index - 1]?.to ?? bin.from);
        expect(bin.count).toBe(values.filter((value) => value >= bin.from && value < bin.to).length);
      }
      const sorted = values.toSorted((a, b) => a - b);
      const tolerance = Math.max(1, result.max / 2048);
      expect(Math.abs(result.median - (sorted[Math.ceil(values.length / 2) - 1] ?? 0))).toBeLessThanOrEqual(tolerance);
      expect(Math.abs(result.p95 - (sorted[Math.ceil(values.length * 0.95) - 1] ?? 0))).toBeLessThanOrEqual(tolerance);
    }),
  );
});
