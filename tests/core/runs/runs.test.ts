import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { createRuns, type RunsOptions } from '../../../electron/core/runs/runs.ts';
import { createEventBus } from '../../../electron/core/shared/event-bus.ts';
import { context } from '../../support/call-context.ts';
import { writeTable } from '../../support/create-run.ts';
import { must } from '../../support/must.ts';
import { createRecipe } from '../../support/run-recipe.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function openRuns(emit: RunsOptions['emit'] = () => undefined) {
  const folder = await temporaryFolder();
  const runs = createRuns({
    folder,
    version: '1',
    clock: { now: () => 1 },
    reach: async () => fail('host-unreachable', { host: 'example.org' }),
    findProfile: () => undefined,
    refreshModels: async () => undefined,
    emit,
    onProblem: () => undefined,
    onBug: (error) => {
      throw error;
    },
  });
  onTestFinished(runs.close);
  return { runs, folder };
}

/** Starts to read a table into a new run. */
async function startReading({ runs, folder }: Awaited<ReturnType<typeof openRuns>>, rows: number) {
  const file = path.join(folder, 'rows.csv');
  await writeTable(file, rows);
  const { id } = must(await runs.create({ recipe: createRecipe({ name: 'Before' }) }, context));
  const source = must(await runs.addSource({ path: file, name: 'rows.csv', hasFolder: true, release: async () => undefined }));
  return { id, reading: runs.readTable({ id, sourceId: source.id, options: source.detected }, context) };
}

it('keeps what is typed while a table is read (catches a recipe that is overwritten by the one before)', async () => {
  const opened = await openRuns();
  const { id, reading } = await startReading(opened, 5000);
  must(await opened.runs.change({ id, recipe: createRecipe({ name: 'Typed meanwhile' }) }, context));
  expect(must(await reading)).toMatchObject({ rows: 5000, recipe: { name: 'Typed meanwhile', data: { fileName: 'rows.csv' } } });
});

it('stops reading the table of a run that is deleted (catches a new run with the table of a deleted one)', async () => {
  const bus = createEventBus();
  const started = Promise.withResolvers<undefined>();
  bus.listen(({ event, payload }) => {
    if (event === 'runs.changed' && payload[0]?.table?.isReading) started.resolve(undefined);
  });
  const opened = await openRuns(bus.emit);
  const { runs, folder } = opened;
  const { id, reading } = await startReading(opened, 60_000);
  let isReading = true;
  void reading.finally(() => (isReading = false));
  await started.promise;
  must(await runs.delete({ id }, context));
  expect(isReading).toBe(false);
  const next = must(await runs.create({ recipe: createRecipe() }, context));
  expect(must(await runs.read({ id: next.id }, context))).toMatchObject({ rows: 0, table: null });
  await runs.close();
  const db = new DatabaseSync(path.join(folder, 'runs.db'));
  expect(db.prepare('SELECT count(*) AS rows FROM data_row').get()).toEqual({ rows: 0 });
  db.close();
});
