import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { createRuns } from '../../../electron/core/runs/runs.ts';
import { context } from '../../support/call-context.ts';
import { writeTable } from '../../support/create-run.ts';
import { must } from '../../support/must.ts';
import { createRecipe } from '../../support/run-recipe.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('keeps what is typed while a table is read (catches a recipe that is overwritten by the one before)', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'rows.csv');
  await writeTable(file, 5000);
  const runs = createRuns({
    folder,
    version: '1',
    clock: { now: () => 1 },
    reach: async () => fail('host-unreachable', { host: 'example.org' }),
    serviceHost: () => 'example.org',
    emit: () => undefined,
    onProblem: () => undefined,
    onBug: (error) => {
      throw error;
    },
  });
  onTestFinished(runs.close);
  const { id } = must(await runs.create({ recipe: createRecipe({ name: 'Before' }) }, context));
  const source = must(await runs.addSource({ path: file, name: 'rows.csv', hasFolder: true, release: async () => undefined }));
  const reading = runs.readTable({ id, sourceId: source.id, options: source.detected }, context);
  must(await runs.change({ id, recipe: createRecipe({ name: 'Typed meanwhile' }) }, context));
  expect(must(await reading)).toMatchObject({ rows: 5000, recipe: { name: 'Typed meanwhile', data: { fileName: 'rows.csv' } } });
});
