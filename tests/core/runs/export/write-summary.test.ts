import { expect, it } from 'vitest';
import { writeSummary } from '../../../../electron/core/runs/export/write-summary.ts';
import { createAgreementCounter } from '../../../../electron/core/runs/statistics/agreement.ts';
import { createHistogramCounter } from '../../../../electron/core/runs/statistics/histogram.ts';
import { createLabelCounter } from '../../../../electron/core/runs/statistics/label-statistics.ts';

it('writes the facts, figures, failures and agreement of a run', () => {
  const labels = createLabelCounter();
  for (const [truth, answer] of [
    ['yes', 'yes'],
    ['no', 'yes'],
    ['no', 'no'],
    ['yes', 'yes'],
  ] as const)
    labels.add(truth, answer);
  labels.add('yes', undefined);
  const times = createHistogramCounter();
  for (const time of [1000, 2000, 9000]) times.add(time);
  const agreement = createAgreementCounter(['A', 'B']);
  for (const pair of [
    ['yes', 'yes'],
    ['no', 'yes'],
    ['no', 'no'],
  ] as const)
    agreement.add(pair);
  const summary = writeSummary({
    name: 'Sentiment <img src=x>',
    facts: [['File', 'rows_*.csv']],
    variants: [
      {
        name: 'A',
        answered: 4,
        failed: 1,
        promptTokens: 100,
        completionTokens: 20,
        totalMs: times.result(),
        answerLength: null,
        labels: labels.result(),
      },
      { name: 'B', answered: 0, failed: 0, promptTokens: 0, completionTokens: 0, totalMs: null, answerLength: null, labels: null },
    ],
    failures: [{ message: 'Too many | requests', count: 1 }],
    agreements: [{ name: 'Agreement of variants', pairs: agreement.result().pairs }],
  });
  expect(summary).toBe(String.raw`# Sentiment \<img src=x\>

- **File**: rows\_\*.csv

## Variants

| Variant | Answered | Failed | Prompt tokens | Completion tokens | Median time | Time p95 | Median length | Compared | Accuracy | Accuracy (failed as wrong) | Kappa |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
| A | 4 | 1 | 100 | 20 | 2.0 s | 9.0 s | – | 4 of 5 | 75.0% | 60.0% | 0.500 |
| B | 0 | 0 | 0 | 0 | – | – | – | – | – | – | – |

### Confusion matrix: A

Rows are the truth, columns are the answers.

| Truth | yes | no |
| --- | --- | --- |
| yes | 2 | 0 |
| no | 1 | 1 |

## Agreement of variants

| First | Second | Rows | Agreement | Cohen’s kappa |
| --- | --- | --- | --- | --- |
| A | B | 3 | 66.7% | 0.400 |

## Failures

| Rows | Failure |
| --- | --- |
| 1 | Too many \| requests |
`);
});
