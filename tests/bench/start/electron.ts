import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { _electron, errors, type ElectronApplication } from 'playwright';
import { appArguments, rootSwitches, runtime } from '../../../build/steps/electron-command.ts';
import { figure, figureBeside, type Figure } from '../../support/bench-report.ts';
import { treeMemory } from '../../support/process-memory.ts';
import type { StartOptions } from './start-options.ts';
import { write, writeAndSend } from './use-page.ts';

interface Sample {
  readonly ms: number;
  /** Time until the message is sent. A bare window can't send. */
  readonly readyMs?: number | undefined;
  readonly mebibytes: number;
}

/**
 * Compares our window in Electron with a bare one: time from launch to a field that accepts typing, for ours to an answer to its Enter, and
 * idle memory of all processes, without a conversation.
 */
export async function measureElectron({ runs, restMs, say }: StartOptions): Promise<readonly Figure[]> {
  const bareWords = [...rootSwitches(), path.join(import.meta.dirname, '../bare-window/main.cjs')];
  const [ours, bare]: [Sample[], Sample[]] = [[], []];
  await launch(bareWords, 0); // the first launch reads the program from disk
  for (let run = 0; run < runs; run += 1) {
    bare.push(await launch(bareWords, restMs));
    const { mebibytes } = await launch(appArguments(), restMs);
    ours.push({ ...(await launch(appArguments(), 0, writeAndSend)), mebibytes });
    say('Electron', run, { ours: ours[run], bare: bare[run] });
  }
  const beside = (figureName: string, name: 'ms' | 'mebibytes') => {
    const series = [ours, bare].map((samples) => samples.map((each) => each[name])) as [number[], number[]];
    return figureBeside(figureName, ...series, 'x of a bare Electron window', 1.5);
  };
  return [
    beside('usable-window', 'ms'),
    figure(
      'ready-window',
      ours.map(({ readyMs }) => readyMs ?? Number.NaN),
      'ms',
    ),
    beside('memory-at-rest', 'mebibytes'),
  ];
}

async function launch(words: readonly string[], restMs: number, use = write): Promise<Sample> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-'));
  const { app, launched } = await attach([...words, `--user-data-dir=${profile}`]);
  const page = await app.firstWindow();
  const { usableAt, sentAt } = await use(page);
  await rest(restMs);
  const mebibytes = await treeMemory(app.process().pid ?? 0);
  await app.close();
  await rm(profile, { recursive: true, force: true });
  return { ms: usableAt - launched, mebibytes, readyMs: sentAt && sentAt - launched };
}

/** Attaching to a window that is being created may never finish. Such a launch says nothing of the program, so another one is measured. */
async function attach(args: string[], attempts = 3): Promise<{ readonly app: ElectronApplication; readonly launched: number }> {
  const launched = performance.now();
  try {
    return { app: await _electron.launch({ executablePath: runtime().executable, args, timeout: 30_000 }), launched };
  } catch (error) {
    if (attempts === 1 || !(error instanceof errors.TimeoutError)) throw error;
    return attach(args, attempts - 1);
  }
}
