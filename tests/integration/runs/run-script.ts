import { writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ok } from '../../../electron/contract/failure.ts';
import { createRuns } from '../../../electron/core/runs/runs.ts';
import { context } from '../../support/call-context.ts';
import { readRows } from '../../support/create-run.ts';
import { createEchoService } from '../../support/echo-client.ts';
import { must } from '../../support/must.ts';
import { echoRecipe } from './echo-recipe.ts';

/**
 * Starts or continues the run of a folder and prints its requests. The test kills it at random moments. Requests after the given
 * number are never answered, so that a late kill still finds a run in progress.
 */
const [folder = '', maxAnswers = 'Infinity'] = process.argv.slice(2);

/** Writes directly to the file, because a stream would lose buffered lines at a kill. */
function print(text: string): void {
  writeSync(1, `${text}\n`);
}

/** Kills this process, so that the test sees only results that were on disk when the run finished. */
function finish(): void {
  print('finished');
  process.kill(process.pid, 'SIGKILL');
}

print('loaded');
let requests = 0;
const service = createEchoService((text) => {
  print(`request ${text}`);
  requests += 1;
  return requests > Number(maxAnswers) ? new Promise(() => undefined) : delay(Math.random() * 20);
});

const runs = createRuns({
  folder,
  version: '1.2.3',
  clock: { now: () => Date.now() },
  reach: async () => ok(service),
  findProfile: () => ({ id: service.profileId, name: 'Echo', serviceHost: 'localhost' }),
  refreshModels: async () => undefined,
  emit: (event, payload) => {
    if (event === 'runs.changed' && Array.isArray(payload) && payload[0]?.state === 'finished') finish();
  },
  onProblem: ({ reason }) => print(`problem ${reason}`),
  onBug: (error) => print(`bug ${String(error)}`),
});

const existing = must(await runs.findByFingerprint('kill'));
const run = existing ?? must(await runs.createFromText(JSON.stringify(echoRecipe), 'kill'));
if (run.rows === 0) await readRows(runs, run.id, path.join(folder, 'rows.csv'));
if (run.state === 'finished') finish();
else must(await runs.start({ id: run.id }, context));
print('started');
