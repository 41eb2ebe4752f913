import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { failure as failed } from '../../../../electron/contract/failures/fail.ts';
import type { NewResult } from '../../../../electron/core/runs/store/results.ts';
import { createRunStore, type ResultBatch } from '../../../../electron/core/runs/store/run-store.ts';
import { runsFormat } from '../../../../electron/core/runs/store/schema.ts';
import { openStoredDatabase } from '../../../../electron/core/shared/sqlite/open-database.ts';
import { must } from '../../../support/must.ts';
import { createRecipe } from '../../../support/run-recipe.ts';

/** A recipe with two models, one template and two repeats. */
export const recipe = createRecipe({
  name: 'Test',
  templates: [{ id: 't', name: 'T', system: '', user: '{{text}}' }],
  models: [
    { id: 'a', model: 'beta-4-scout', parameters: {} },
    { id: 'b', model: 'gamma-oss-120b', parameters: {} },
  ],
  repeats: 2,
});

export const control = { signal: new AbortController().signal, progress: () => undefined, reportChanges: () => undefined };

/** Opens a store on this thread, with a run whose columns are `text` and `size`. */
export async function openTestStore(folder: string, rows: readonly (readonly [string, string | number])[]) {
  const { db } = openStoredDatabase(runsFormat, { file: path.join(folder, 'runs.db'), now: 0 });
  const { store, cleanUp } = createRunStore(db, () => 1);
  must(store.create({ id: 'run', recipe, fingerprint: null }));
  const file = path.join(folder, 'rows.csv');
  await writeFile(file, `text,size\n${rows.map((row) => row.join(',')).join('\n')}\n`);
  const options = { format: 'csv', encoding: 'utf-8', delimiter: ',', hasHeader: true, sheet: null } as const;
  must(await store.importTable({ id: 'run', path: file, fileName: 'rows.csv', folder, options }, control));
  return {
    db,
    store,
    cleanUp,
    /** Saves results of the run. `spent` are the requests and tokens since the last ones. */
    save: (results: readonly NewResult[], spent: Partial<ResultBatch> = {}) =>
      must(store.saveResults({ id: 'run', results, requests: 1, refused: 0, tokens: 0, runningMs: 5, ...spent })),
  };
}

/** Creates a result of a cell. */
export function result(row: number, slot: number, answer: string, more: Partial<NewResult> = {}): NewResult {
  const failure = more.state === undefined || more.state === 'done' ? null : failed('engine-failed', { said: '' });
  return {
    row,
    slot,
    state: 'done',
    answer,
    fields: null,
    detail: {
      reasoning: 'because',
      failure,
      usage: { promptTokens: 3, completionTokens: 2, totalTokens: 5, reasoningTokens: null, cachedTokens: null },
      timings: { firstTokenMs: 10 * row, totalMs: 20 * row, tokensPerSecond: null, rateFrom: null },
      finish: 'stop',
      attempts: 1,
      isRepaired: false,
      notes: [],
      address: 'https://example.org/',
      answeredAt: 5,
    },
    ...more,
  };
}
