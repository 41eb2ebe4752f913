import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAgreementCounter, createLabelCounter } from '../../../../electron/core/runs/statistics/label-statistics.ts';
import type { RunLabelStatistics } from '../../../../electron/contract/run-results.ts';

function count(pairs: Iterable<readonly [string, string]>): RunLabelStatistics {
  const counter = createLabelCounter();
  for (const [truth, answer] of pairs) counter.add(truth, answer);
  return counter.result();
}

const repeated = (times: number, truth: string, answer: string): readonly (readonly [string, string])[] =>
  Array.from({ length: times }, () => [truth, answer] as const);

describe('createLabelCounter', () => {
  it('matches a worked example of Cohen’s kappa', () => {
    // 50 proposals: 20 yes by both raters, 15 no by both, 5 and 10 disputed. Agreement 0.7, by chance 0.5, so kappa 0.4.
    const { accuracy, kappa, labels, matrix } = count([
      ...repeated(20, 'yes', 'yes'),
      ...repeated(5, 'yes', 'no'),
      ...repeated(10, 'no', 'yes'),
      ...repeated(15, 'no', 'no'),
    ]);
    expect(accuracy).toBeCloseTo(0.7, 12);
    expect(kappa).toBeCloseTo(0.4, 12);
    expect(labels).toEqual(['yes', 'no']);
    expect(matrix).toEqual([
      [20, 5],
      [10, 15],
    ]);
  });

  it('computes precision, recall and F1 of each label, also of one that no row has as truth', () => {
    const { perLabel } = count([...repeated(3, 'a', 'a'), ...repeated(1, 'a', 'x'), ...repeated(2, 'b', 'a')]);
    expect(perLabel).toEqual([
      { label: 'a', truth: 4, answered: 5, correct: 3, precision: 0.6, recall: 0.75, f1: 6 / 9 },
      { label: 'b', truth: 2, answered: 0, correct: 0, precision: null, recall: 0, f1: 0 },
      { label: 'x', truth: 0, answered: 1, correct: 0, precision: 0, recall: null, f1: 0 },
    ]);
  });

  it('counts answers without a label as wrong in the overall accuracy only', () => {
    const counter = createLabelCounter();
    counter.add('a', 'a');
    for (const truth of ['a', 'b', 'b']) counter.add(truth, undefined);
    expect(counter.result()).toMatchObject({ count: 1, unlabeled: 3, accuracy: 1, overallAccuracy: 0.25, matrix: [[1]] });
  });

  it('returns no kappa when it is undefined', () => {
    expect(count([])).toMatchObject({ count: 0, accuracy: null, overallAccuracy: null, kappa: null, labels: [], matrix: [] });
    expect(count(repeated(5, 'a', 'a'))).toMatchObject({ accuracy: 1, kappa: null });
    expect(count(repeated(5, 'a', 'b'))).toMatchObject({ accuracy: 0, kappa: 0 });
  });

  it('returns a kappa from -1 to 1, and 1 only when all pairs agree', () => {
    const label = fc.constantFrom('a', 'b', 'c', '__proto__');
    fc.assert(
      fc.property(fc.array(fc.tuple(label, label), { minLength: 1, maxLength: 60 }), (pairs) => {
        const { kappa, matrix, count: total } = count(pairs);
        expect(matrix?.flat().reduce((sum, cell) => sum + cell, 0)).toBe(total);
        if (kappa === null) return;
        expect(kappa).toBeGreaterThanOrEqual(-1);
        expect(kappa).toBeLessThanOrEqual(1);
        expect(Math.abs(kappa - 1) < 1e-12).toBe(pairs.every(([truth, answer]) => truth === answer));
      }),
    );
  });

  it('limits the labels and omits the matrix when there are too many, with the correct accuracy', () => {
    const few = count(Array.from({ length: 201 }, (_, index) => [`l${index}`, 'l0'] as const));
    expect(few).toMatchObject({ matrix: null, hasMoreLabels: false });
    const many = count(Array.from({ length: 30_000 }, (_, index) => [`text ${index}`, index % 2 === 0 ? `text ${index}` : 'x'] as const));
    expect(many).toMatchObject({ matrix: null, hasMoreLabels: true, accuracy: 0.5 });
    expect(many.labels).toHaveLength(10_000);
  });
});

describe('createAgreementCounter', () => {
  it('compares each pair over the rows that both have', () => {
    const counter = createAgreementCounter(['A', 'B', 'C']);
    for (const labels of [
      ['x', 'x', 'y'],
      ['y', 'y', undefined],
      ['x', 'y', 'x'],
      ['y', 'y', 'y'],
    ] as const) {
      counter.add(labels);
    }
    const { pairs, meanKappa } = counter.result();
    expect(pairs.map(({ first, second, count: rows, agreement }) => [first, second, rows, agreement])).toEqual([
      ['A', 'B', 4, 0.75],
      ['A', 'C', 3, 2 / 3],
      ['B', 'C', 3, 1 / 3],
    ]);
    expect(pairs[0]?.kappa).toBeCloseTo(0.5, 12);
    const kappas = pairs.map(({ kappa }) => kappa ?? 0);
    expect(meanKappa).toBeCloseTo(kappas.reduce((sum, kappa) => sum + kappa, 0) / 3, 12);
  });

  it('returns no kappa for too many labels, with the correct agreement (catches gigabytes for repeats of free text)', () => {
    const counter = createAgreementCounter(Array.from({ length: 100 }, (_, index) => String(index)));
    for (let row = 0; row < 150; row += 1) counter.add(Array.from({ length: 100 }, (_, index) => `${row} ${row % 2 === 0 ? '' : index}`));
    const { pairs, meanKappa } = counter.result();
    expect(pairs).toHaveLength(4950);
    expect(pairs.every(({ count: rows, agreement, kappa }) => rows === 150 && agreement === 0.5 && kappa === null)).toBe(true);
    expect(meanKappa).toBeNull();
  });

  it('computes the kappa of two raters with many labels', () => {
    const counter = createAgreementCounter(['A', 'B']);
    for (let row = 0; row < 2000; row += 1) counter.add([String(row % 1000), String(row % 1000)]);
    expect(counter.result().meanKappa).toBeCloseTo(1, 12);
  });

  it('returns no pairs for one rater, and no mean without rows', () => {
    expect(createAgreementCounter(['A']).result()).toEqual({ pairs: [], meanKappa: null });
    expect(createAgreementCounter(['A', 'B']).result()).toEqual({
      pairs: [{ first: 'A', second: 'B', count: 0, agreement: null, kappa: null }],
      meanKappa: null,
    });
  });
});
