import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { context } from '../../support/call-context.ts';
import { createRun } from '../../support/create-run.ts';
import { must } from '../../support/must.ts';
import { createRecipe } from '../../support/run-recipe.ts';
import type { DemoAddress } from './demo-process.ts';
import { connectToDemo, openBenchRuns, scout } from './open-bench-runs.ts';

/** Prints the rows per second of a run, or of a bare undici loop, for each line of its input. */
const [kind, rowCount = '', demoAddress = ''] = process.argv.slice(2);
const rows = Number(rowCount);
const demo = JSON.parse(demoAddress) as DemoAddress;
const concurrency = 32;

/** Measures a run from its start to the last result on disk. */
async function measureRun(): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-rate-'));
  const file = path.join(folder, 'rows.csv');
  await writeFile(file, `text\n${Array.from({ length: rows }, (_, index) => `row ${index + 1}`).join('\n')}\n`);
  const service = connectToDemo(demo);
  const { runs, ended } = openBenchRuns(folder, service.handle);
  const { id } = await createRun(runs, createRecipe({ concurrency }), file);
  const end = ended(id);
  const startedAt = performance.now();
  must(await runs.start({ id }, context));
  await end;
  const elapsed = performance.now() - startedAt;
  const { progress } = must(await runs.read({ id }, context));
  if (progress.done !== rows) throw new Error(`${progress.done} of ${rows} rows were answered`);
  await runs.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
  return (rows / elapsed) * 1000;
}

/** Measures the same requests, whose answers are received and not saved. */
async function measureBare({ baseUrl, token, ca }: DemoAddress): Promise<number> {
  const { origin, pathname } = new URL(baseUrl);
  const pool = new Pool(origin, { connections: concurrency, connect: { ca } });
  let next = 1;
  const loop = async (): Promise<void> => {
    for (let row = next++; row <= rows; row = next++) {
      const body = JSON.stringify({
        model: scout,
        messages: [{ role: 'user', content: `Say row ${row}` }],
        temperature: 0,
        stream: true,
        stream_options: { include_usage: true },
      });
      const headers = { 'content-type': 'application/json', authorization: `bearer ${token}` };
      const answer = await pool.request({ method: 'POST', path: `${pathname.replace(/\/$/, '')}/api/chat/completions`, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200 || !text.includes('[DONE]')) throw new Error(`the demo answered ${answer.statusCode}`);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: concurrency }, loop));
  const elapsed = performance.now() - startedAt;
  await pool.destroy();
  return (rows / elapsed) * 1000;
}

for await (const _ of createInterface({ input: process.stdin })) console.log(kind === 'run' ? await measureRun() : await measureBare(demo));
