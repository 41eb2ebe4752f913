/** Time from launch to a window one can type in, and memory at rest, beside a bare Electron window. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { _electron } from 'playwright';
import { appWords, rootSwitches, runtime } from '../../build/steps/electron-command.ts';
import { ratio, report } from '../support/bench-report.ts';
import { treeMemory } from '../support/process-memory.ts';

const isShort = process.argv.includes('--short');
const runs = isShort ? 1 : 9;
const restFor = isShort ? 500 : 3000;

interface Sample {
  readonly milliseconds: number;
  readonly mebibytes: number;
}

async function measure(words: readonly string[]): Promise<Sample> {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'causeway-bench-'));
  const launched = performance.now();
  const app = await _electron.launch({ executablePath: runtime().executable, args: [...words, `--user-data-dir=${profile}`] });
  const page = await app.firstWindow();
  await page.getByRole('textbox', { name: 'Message' }).fill('usable');
  const milliseconds = performance.now() - launched;
  await rest(restFor);
  const mebibytes = await treeMemory(app.process().pid ?? 0);
  await app.close();
  rmSync(profile, { recursive: true, force: true });
  return { milliseconds, mebibytes };
}

const bareWords = [...rootSwitches(), path.join(import.meta.dirname, 'bare-window/main.cjs')];
const ours: Sample[] = [];
const bare: Sample[] = [];
await measure(bareWords); // the first launch reads the program from disk
for (let run = 0; run < runs; run += 1) {
  bare.push(await measure(bareWords));
  ours.push(await measure(appWords()));
  console.log(
    `run ${run + 1}: ours ${ours[run]?.milliseconds.toFixed(0)} ms ${ours[run]?.mebibytes.toFixed(0)} MiB, bare ${bare[run]?.milliseconds.toFixed(0)} ms ${bare[run]?.mebibytes.toFixed(0)} MiB`,
  );
}

const column = (samples: readonly Sample[], name: keyof Sample): number[] => samples.map((sample) => sample[name]);
report('start', [
  {
    name: 'usable-window',
    unit: 'x of a bare Electron window',
    better: 'lower',
    goal: 1.5,
    ...ratio(column(ours, 'milliseconds'), column(bare, 'milliseconds')),
  },
  {
    name: 'memory-at-rest',
    unit: 'x of a bare Electron window',
    better: 'lower',
    goal: 1.5,
    ...ratio(column(ours, 'mebibytes'), column(bare, 'mebibytes')),
  },
]);
