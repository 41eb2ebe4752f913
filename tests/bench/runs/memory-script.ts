import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { context } from '../../support/call-context.ts';
import { createRun, writeTable } from '../../support/create-run.ts';
import { createEchoService } from '../../support/echo-client.ts';
import { must } from '../../support/must.ts';
import { median } from '../../support/bench-report.ts';
import { residentMemory } from '../../support/process-memory.ts';
import { createRecipe } from '../../support/run-recipe.ts';
import { openBenchRuns } from './open-bench-runs.ts';

/**
 * Runs a table in this process, reads a page of its results, and prints the resident memory in MiB. Repeats short runs for the given
 * seconds and uses only the second half of the samples, because the heap grows with any work at first.
 */
const [rows = 1000, seconds = 0] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-runs-memory-'));
const file = path.join(folder, 'rows.csv');
await writeTable(file, rows);
const { runs, ended } = openBenchRuns(
  folder,
  createEchoService(() => nextTurn()),
);
const recipe = createRecipe({ models: [{ id: 'm', model: 'echo', parameters: {} }], concurrency: 32 });

const samples: number[] = [];
const sampling = setInterval(() => void residentMemory(process.pid).then((memory) => samples.push(memory)), 250);
const startedAt = performance.now();
do {
  const { id } = await createRun(runs, recipe, file);
  const end = ended(id);
  must(await runs.start({ id }, context));
  await end;
  const sort = { column: { kind: 'value', column: 'number' }, isDescending: true } as const;
  must(await runs.page({ id, view: { sort, filters: [] }, offset: Math.floor(rows / 2), limit: 100 }, context));
} while (performance.now() - startedAt < seconds * 1000);
clearInterval(sampling);
samples.push(await residentMemory(process.pid));
console.log(JSON.stringify({ median: median(samples.slice(samples.length / 2)) }));
await runs.close();
await rm(folder, { recursive: true, force: true });
