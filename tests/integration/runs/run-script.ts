import { writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Model } from '../../../electron/contract/catalog.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { LlmClient } from '../../../electron/core/llm-client/llm-client.ts';
import { createRuns } from '../../../electron/core/runs/runs.ts';
import { must } from '../../support/must.ts';
import { echoRecipe } from './echo-recipe.ts';

/** Goes on with the run of a folder and says on its output which rows are asked; to be killed. */
const [folder = ''] = process.argv.slice(2);
const call = { signal: new AbortController().signal };

/** Straight to the file: nothing that was said waits in this process. */
function tell(text: string): void {
  writeSync(1, `${text}\n`);
}

/** Ends as abruptly as a kill: what is on disk now must be all. */
function end(): void {
  tell('finished');
  process.kill(process.pid, 'SIGKILL');
}

const model: Model = {
  id: 'echo',
  segment: 'echo',
  engine: 'unknown',
  capabilities: { chat: true, completion: false, tools: false, reasoning: false, reasoningEffort: false },
  contextLength: null,
  origin: 'declared',
  presence: { proxy: 'listed', direct: 'listed' },
};

/** A model that repeats what it is asked, after a while. */
const client: Pick<LlmClient, 'chat'> = {
  chat: async ({ messages }) => {
    const last = messages.at(-1);
    const text = last?.role === 'user' ? last.text : '';
    tell(`asked ${text}`);
    await pause(Math.random() * 20);
    const timings = { firstTokenMs: 1, totalMs: 2, tokensPerSecond: null, rateFrom: null };
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

const runs = createRuns({
  folder,
  version: '1.2.3',
  clock: { now: () => Date.now() },
  reach: async () => ok({ client: client as LlmClient, mode: 'proxy', models: [model] }),
  serviceHost: () => 'localhost',
  emit: (event, payload) => {
    if (event === 'runs.changed' && Array.isArray(payload) && payload[0]?.state === 'finished') end();
  },
  onProblem: ({ reason }) => tell(`problem ${reason}`),
  onBug: (error) => tell(`bug ${String(error)}`),
});

const known = must(await runs.findByFingerprint('kill'));
const run = known ?? must(await runs.createFromText(JSON.stringify(echoRecipe), 'kill'));
if (run.rows === 0) {
  const file = path.join(folder, 'rows.csv');
  const source = must(await runs.addSource({ path: file, name: 'rows.csv', hasFolder: true, release: async () => undefined }));
  must(await runs.readTable({ id: run.id, sourceId: source.id, options: source.detected }, call));
}
if (run.state === 'finished') end();
else must(await runs.start({ id: run.id }, call));
tell('started');
