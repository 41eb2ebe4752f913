import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import type { RunDetails, RunExportFormat } from '../../../electron/contract/runs.ts';
import type { Demo } from '../../support/demo/demo.ts';
import { context } from '../../support/call-context.ts';
import { createRun } from '../../support/create-run.ts';
import { must } from '../../support/must.ts';
import { createRecipe } from '../../support/run-recipe.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore } from '../../support/test-core.ts';
import { connectTo, startTestService, type ConnectOptions } from '../../support/test-service.ts';
import { waitOptions } from '../../support/wait-options.ts';

export const recipe = createRecipe({ name: 'Echo', models: [{ id: 'b', model: 'beta-4-scout', parameters: { temperature: 0, seed: 7 } }] });

/** A core with its own service, and a draft over numbered rows. */
export type RunFixture = Awaited<ReturnType<typeof openRunFixture>>;

export const call = { signal: context.signal };

/** Starts a core with a draft, whose table has numbered rows or the given text. */
export async function openRunFixture({
  rows = 20,
  table,
  tableFolder = '',
  changes = {},
  connect = {},
  prepare,
}: {
  readonly rows?: number;
  readonly table?: string;
  /** Folder of the table, in the folder of the core. */
  readonly tableFolder?: string;
  readonly changes?: Partial<Recipe>;
  readonly connect?: ConnectOptions;
  /** Called with the folder before the core starts in it. */
  readonly prepare?: (folder: string) => Promise<void>;
} = {}) {
  const folder = await temporaryFolder();
  await prepare?.(folder);
  const service = await startTestService();
  onTestFinished(service.close);
  const core = await startTestCore(folder);
  await connectTo(core, service, { hasInstance: false, ...connect });
  const { runs } = core;
  const file = path.join(folder, tableFolder, 'rows.csv');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, table ?? `text\n${Array.from({ length: rows }, (_, index) => `row ${index + 1}`).join('\n')}\n`);
  const { id } = await createRun(runs, { ...recipe, ...changes }, file);
  const read = async (): Promise<RunDetails> => must(await runs.read({ id }, call));
  /** Waits until the run is in one of these states. */
  const until = async (...states: readonly RunDetails['state'][]): Promise<RunDetails> => {
    await vi.waitFor(async () => expect(states).toContain((await read()).state), waitOptions);
    return read();
  };
  return {
    core,
    service,
    folder,
    id,
    read,
    until,
    /** Starts the run and waits for its end. */
    finish: async () => {
      must(await runs.start({ id }, call));
      return until('finished');
    },
    /** Waits for at least this many results. */
    untilDone: async (count: number) => {
      await vi.waitFor(async () => expect((await read()).progress.done).toBeGreaterThanOrEqual(count), waitOptions);
      return read();
    },
    exportText: async (format: RunExportFormat) => {
      const target = path.join(folder, `out.${format}`);
      must(await runs.exportTo({ id, format, file: target }, call.signal));
      return readFile(target, 'utf8');
    },
  };
}

/** Stalls all answers after this many, so that a run can't end before the test interrupts it. Returns a function that continues them. */
export function stallAfter(demo: Demo, answers: number): () => void {
  const answered = new Set<number>();
  let release: (() => void) | undefined;
  const stop = demo.onRequest(({ id, endpoint, outcome }) => {
    if (endpoint !== 'chat' || outcome !== 'answered') return;
    answered.add(id);
    if (answered.size < answers) return;
    stop();
    release = demo.fault({ kind: 'stall', endpoint: 'chat' });
  });
  return () => {
    stop();
    release?.();
  };
}

interface ExportedLine {
  readonly rowNumber: number;
  readonly values: Readonly<Record<string, string>>;
  readonly variantId: string;
  readonly repeat: number;
  readonly state: string;
  readonly answer: string;
}

/** Parses an export and drops the parts that differ between runs, such as times. */
export function parseAnswers(jsonl: string): readonly (readonly unknown[])[] {
  return jsonl
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportedLine)
    .map(({ rowNumber, values, variantId, repeat, state, answer }) => [rowNumber, values, variantId, repeat, state, answer]);
}
