import { expect, it } from 'vitest';
import { writeSummary } from '../../../../electron/core/runs/export/write-summary.ts';
import { createAgreementCounter, createLabelCounter } from '../../../../electron/core/runs/statistics/label-statistics.ts';
import { createRecipe } from '../../../support/run-recipe.ts';
import { createHistogramCounter } from '../../../../electron/core/runs/statistics/histogram.ts';

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
  const agreement = createAgreementCounter(['a.t', 'b.t']);
  for (const pair of [
    ['yes', 'yes'],
    ['no', 'yes'],
    ['no', 'no'],
  ] as const)
    agreement.add(pair);
  const none = { done: 0, failed: 0, promptTokens: 0, completionTokens: 0, lengths: null, firstTokenMs: null, totalMs: null };
  const recipe = createRecipe({
    name: 'Sentiment <img src=x>',
    templates: [{ id: 't', name: 'T', system: '', user: '' }],
    models: ['A', 'B'].map((model) => ({ id: model.toLowerCase(), model, parameters: {} })),
  });
  const summary = writeSummary(
    {
      recipe,
      source: { fileName: 'rows_*.csv', columns: [], problems: [], problemCount: 0, folder: null },
      provenance: { serviceHost: 'example.org', causewayVersion: '1.0', models: [] },
      rows: 5,
      startedAt: 0,
      endedAt: null,
      state: 'stopped',
      failures: [{ code: 'rate-limited', count: 1 }],
    },
    {
      variants: [
        {
          ...none,
          variantId: 'a.t',
          done: 4,
          failed: 1,
          promptTokens: 100,
          completionTokens: 20,
          totalMs: times.result(),
          labels: labels.result(),
          repeats: { pairs: [{ first: '1', second: '2', count: 5, agreement: 1, kappa: null }], meanKappa: null },
        },
        { ...none, variantId: 'b.t', labels: null, repeats: null },
      ],
      agreements: agreement.result().pairs,
    },
  );
  expect(summary).toBe(String.raw`# Sentiment \<img src=x\>

- **Table**: rows\_\*.csv (5 rows)
- **Service**: example.org
- **Causeway**: 1.0
- **Started**: 1970-01-01T00:00:00.000Z
- **Ended**: 
- **State**: Stopped

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

## Agreement between variants

| First | Second | Rows | Agreement | Cohen’s kappa |
| --- | --- | --- | --- | --- |
| A | B | 3 | 66.7% | 0.400 |

## Agreement between repeats: A

| First | Second | Rows | Agreement | Cohen’s kappa |
| --- | --- | --- | --- | --- |
| 1 | 2 | 5 | 100.0% | – |

## Failures

| Rows | Failure |
| --- | --- |
| 1 | rate-limited |
`);
});
