import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { _electron } from 'playwright';
import { appArguments, rootSwitches, runtime } from '../../../build/steps/electron-command.ts';
import { milliseconds, ratio, type Figure } from '../../support/bench-report.ts';
import { treeMemory } from '../../support/process-memory.ts';
import type { StartOptions } from './start-options.ts';
import { waitUntilSendable, write } from './use-page.ts';

interface Sample {
  readonly ms: number;
  /** Time until the typed text can be sent. A bare window can't send. */
  readonly readyMs?: number | undefined;
  readonly mebibytes: number;
}

/** Compares our window in Electron with a bare one: time from launch to a field that accepts typing, and idle memory of all processes. */
export async function measureElectron({ runs, restMs, say }: StartOptions): Promise<readonly Figure[]> {
  const bareWords = [...rootSwitches(), path.join(import.meta.dirname, '../bare-window/main.cjs')];
  const [ours, bare]: [Sample[], Sample[]] = [[], []];
  await launch(bareWords, 0); // the first launch reads the program from disk
  for (let run = 0; run < runs; run += 1) {
    bare.push(await launch(bareWords, restMs));
    ours.push(await launch(appArguments(), restMs, waitUntilSendable));
    say('Electron', run, { ours: ours[run], bare: bare[run] });
  }
  const beside = (name: 'ms' | 'mebibytes'): Pick<Figure, 'value' | 'spread'> =>
    ratio(
      ours.map((sample) => sample[name]),
      bare.map((sample) => sample[name]),
    );
  const unit = 'x of a bare Electron window';
  return [
    { name: 'usable-window', unit, better: 'lower', goal: 1.5, ...beside('ms') },
    { name: 'ready-window', ...milliseconds(ours.map(({ readyMs }) => readyMs ?? Number.NaN)) },
    { name: 'memory-at-rest', unit, better: 'lower', goal: 1.5, ...beside('mebibytes') },
  ];
}

async function launch(words: readonly string[], restMs: number, ready?: typeof waitUntilSendable): Promise<Sample> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-'));
  const launched = performance.now();
  const app = await _electron.launch({ executablePath: runtime().executable, args: [...words, `--user-data-dir=${profile}`] });
  const page = await app.firstWindow();
  const ms = (await write(page)) - launched;
  const readyAt = await ready?.(page);
  await rest(restMs);
  const mebibytes = await treeMemory(app.process().pid ?? 0);
  await app.close();
  await rm(profile, { recursive: true, force: true });
  return { ms, mebibytes, readyMs: readyAt && readyAt - launched };
}
