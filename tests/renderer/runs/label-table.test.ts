import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RunLabelStatistics } from '../../../electron/contract/run-results.ts';
import { LabelTable } from '../../../renderer/runs/statistics/label-table.tsx';
import { runStatisticsText } from '../../../renderer/runs/results/text.ts';

/** Renders the scores of labels, and returns the names of those shown with all words around them. */
function render(total: number): { readonly names: readonly string[]; readonly markup: string } {
  const labels = Array.from({ length: total }, (_, index) => `label ${index + 1}`);
  const perLabel = labels.map((label) => ({ label, truth: 1, answered: 1, correct: 1, precision: 1, recall: 1, f1: 1 }));
  const statistics: RunLabelStatistics = {
    count: total,
    unlabeled: 0,
    accuracy: 1,
    overallAccuracy: 1,
    kappa: 1,
    labels,
    matrix: null,
    perLabel,
    hasMoreLabels: false,
  };
  const markup = renderToStaticMarkup(createElement(LabelTable, { label: 'Scores', statistics }));
  return { names: [...markup.matchAll(/>(label \d+)</gu)].map(([, name]) => name ?? ''), markup };
}

test('shows all of a few labels, without a button', () => {
  const { names, markup } = render(200);
  expect(names).toHaveLength(200);
  expect(markup).not.toContain(runStatisticsText.showMoreLabels);
});

test('shows the most frequent of many labels, and says so (catches a window blocked by ten thousand rows)', () => {
  const { names, markup } = render(10_000);
  expect(names).toEqual(Array.from({ length: 200 }, (_, index) => `label ${index + 1}`));
  expect(markup).toContain(runStatisticsText.labelsShown(200, 10_000));
  expect(markup).toContain(runStatisticsText.showMoreLabels);
});
