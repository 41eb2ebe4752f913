import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import type { RunDetails, RunExportFormat } from '../../../electron/contract/runs.ts';
import type { Core } from '../../../electron/core/create-core.ts';
import { context } from '../../support/call-context.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore } from '../../support/test-core.ts';
import { connectTo, startTestService, type ConnectOptions, type TestService } from '../../support/test-service.ts';
import { waitOptions } from '../../support/wait-options.ts';

export const recipe: Recipe = {
  format: 'causeway-run',
  version: 1,
  name: 'Echo',
  data: null,
  kind: 'chat',
  templates: [{ id: 't', name: 'T', system: '', user: 'Say {{text}}' }],
  attachmentColumn: null,
  models: [{ id: 'b', model: 'beta-4-scout', parameters: { temperature: 0, seed: 7 } }],
  repeats: 1,
  answer: { kind: 'text' },
  truthColumn: null,
  concurrency: 'auto',
  limits: { rows: null, tokens: null, minutes: null },
};

/** The whole core with a service of its own, and a run over numbered rows. */
export interface RunBed {
  readonly core: Core;
  readonly service: TestService;
  readonly folder: string;
  readonly id: string;
  readonly read: () => Promise<RunDetails>;
  /** Waits until the run is in one of these states. */
  readonly until: (...states: readonly RunDetails['state'][]) => Promise<RunDetails>;
  readonly exportText: (format: RunExportFormat) => Promise<string>;
  /** Waits for at least so many results. */
  readonly untilDone: (count: number) => Promise<RunDetails>;
}

export const call = { signal: context.signal };

/** Creates a draft with rows `text`, or with a table's text. */
export async function openRunBed({
  rows = 20,
  table,
  changes = {},
  connect = {},
  speed = 'unlimited',
  prepare,
}: {
  readonly rows?: number;
  readonly table?: string;
  readonly changes?: Partial<Recipe>;
  readonly connect?: ConnectOptions;
  readonly speed?: 'unlimited' | number;
  /** Called with the folder before the core starts in it. */
  readonly prepare?: (folder: string) => Promise<void>;
} = {}): Promise<RunBed> {
  const folder = await temporaryFolder();
  await prepare?.(folder);
  const service = await startTestService({ speed });
  onTestFinished(service.close);
  const core = await startTestCore(folder);
  await connectTo(core, service, { hasInstance: false, ...connect });
  const { runs } = core;
  const file = path.join(folder, 'rows.csv');
  await writeFile(file, table ?? `text\n${Array.from({ length: rows }, (_, index) => `row ${index + 1}`).join('\n')}\n`);
  const { id } = must(await runs.create({ recipe: { ...recipe, ...changes } }, call));
  const source = must(await runs.addSource({ path: file, name: 'rows.csv', hasFolder: true, release: async () => undefined }));
  must(await runs.readTable({ id, sourceId: source.id, options: source.detected }, call));
  const read = async (): Promise<RunDetails> => must(await runs.read({ id }, call));
  return {
    core,
    service,
    folder,
    id,
    read,
    until: async (...states) => {
      await vi.waitFor(async () => expect(states).toContain((await read()).state), waitOptions);
      return read();
    },
    untilDone: async (count) => {
      await vi.waitFor(async () => expect((await read()).progress.done).toBeGreaterThanOrEqual(count), waitOptions);
      return read();
    },
    exportText: async (format) => {
      const target = path.join(folder, `out.${format}`);
      must(await runs.exportTo({ id, format, file: target }, call.signal));
      return readFile(target, 'utf8');
    },
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

/** The lines of an export, without what differs from run to run. */
export function answersOf(jsonl: string): readonly (readonly unknown[])[] {
  return jsonl
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportedLine)
    .map(({ rowNumber, values, variantId, repeat, state, answer }) => [rowNumber, values, variantId, repeat, state, answer]);
}
