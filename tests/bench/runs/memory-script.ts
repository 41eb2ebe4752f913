import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { catalogModels, type LlmClient } from '../../../electron/core/llm-client/llm-client.ts';
import { must } from '../../support/must.ts';
import { median } from '../../support/bench-report.ts';
import { residentMemory } from '../../support/process-memory.ts';
import { call, createRun, echoRecipe, openBenchRuns, scout } from './open-bench-runs.ts';

/**
 * Reads and runs a table of so many rows in this process, pages through it, and prints the memory it took, in MiB. The heap of the
 * program grows for a while with the work it does, whatever that is, so short runs are repeated for as many seconds, and only the
 * second half of the samples counts.
 */
const [rows = 1000, seconds = 0] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-runs-memory-'));
const file = path.join(folder, 'rows.csv');
const stream = createWriteStream(file);
stream.write('text,number\n');
for (let row = 1; row <= rows; row += 1)
  if (!stream.write(`a short text of row ${row},${(row * 7919) % rows}\n`)) await once(stream, 'drain');
stream.end();
await once(stream, 'finish');

const timings = { firstTokenMs: 1, totalMs: 2, tokensPerSecond: null, rateFrom: null };
const client: Pick<LlmClient, 'chat'> = {
  chat: async ({ messages }) => {
    await nextTurn();
    const last = messages.at(-1);
    const text = last?.role === 'user' ? last.text : '';
    const answer = {
      parts: [{ kind: 'text', text } as const],
      finish: 'stop',
      usage: null,
      metrics: null,
      logprobs: null,
      timings,
      notes: [],
    } as const;
    return { answer, failure: null };
  },
};
const capabilities = { chat: true, completion: true, tools: true, reasoning: false, reasoningEffort: false };
const models = catalogModels([{ segment: scout, engine: 'A', models: [{ id: scout, capabilities }] }]);
const { runs, ended } = openBenchRuns(folder, { client: client as LlmClient, mode: 'proxy', models });

const samples: number[] = [];
const sampling = setInterval(() => void residentMemory(process.pid).then((memory) => samples.push(memory)), 250);
const startedAt = performance.now();
do {
  const id = await createRun(runs, echoRecipe({ concurrency: 32 }), file);
  const end = ended(id);
  must(await runs.start({ id }, call));
  await end;
  const sort = { column: { kind: 'value', column: 'number' }, isDescending: true } as const;
  must(await runs.page({ id, view: { sort, filters: [] }, offset: Math.floor(rows / 2), limit: 100 }, call));
} while (performance.now() - startedAt < seconds * 1000);
clearInterval(sampling);
samples.push(await residentMemory(process.pid));
console.log(JSON.stringify({ median: median(samples.slice(samples.length / 2)) }));
await runs.close();
await rm(folder, { recursive: true, force: true });
