import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Recipe } from '../../electron/contract/run-recipe.ts';
import type { RunDetails } from '../../electron/contract/runs.ts';
import type { Runs } from '../../electron/core/runs/runs.ts';
import { context } from './call-context.ts';
import { must } from './must.ts';

/** Creates a draft with the rows of a file. */
export async function createRun(runs: Runs, recipe: Recipe, file: string): Promise<RunDetails> {
  const { id } = must(await runs.create({ recipe }, context));
  return readRows(runs, id, file);
}

/** Reads the rows of a file into a draft. */
export async function readRows(runs: Runs, id: string, file: string): Promise<RunDetails> {
  const source = must(await runs.addSource({ path: file, name: 'rows.csv', hasFolder: true, release: async () => undefined }));
  return must(await runs.readTable({ id, sourceId: source.id, options: source.detected }, context));
}

/** Writes a table with the columns `text` and `number`, with little of it in memory. */
export async function writeTable(file: string, rows: number): Promise<void> {
  const stream = createWriteStream(file);
  stream.write('text,number\n');
  for (let row = 1; row <= rows; row += 1)
    if (!stream.write(`a short text of row ${row},${(row * 7919) % rows}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
}
