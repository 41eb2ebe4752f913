import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import path from 'node:path';
import type { Events } from '../../../electron/contract/events.ts';
import { ok } from '../../../electron/contract/failure.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import { catalogModels, createLlmClient, parseBaseUrl, type ServiceHandle } from '../../../electron/core/llm-client/llm-client.ts';
import { createRuns, type Runs } from '../../../electron/core/runs/runs.ts';
import { createUpstream } from '../../../electron/core/upstream/upstream.ts';
import { must } from '../../support/must.ts';
import type { DemoPlace } from './demo-process.ts';

/** A demo in another process. */
export interface RemoteDemo extends DemoPlace {
  readonly child: ChildProcess;
}

export async function spawnDemo(...args: readonly string[]): Promise<RemoteDemo> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'demo-process.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { ...(JSON.parse(line) as DemoPlace), child };
}

export const scout = 'beta-4-scout';

/** A recipe that lets the demo repeat each row. */
export const echoRecipe = (changes: Partial<Recipe> = {}): Recipe => ({
  format: 'causeway-run',
  version: 1,
  name: 'Bench',
  data: null,
  kind: 'chat',
  templates: [{ id: 't', name: 'T', system: '', user: 'Say {{text}}' }],
  attachmentColumn: null,
  models: [{ id: 'm', model: scout, parameters: { temperature: 0 } }],
  repeats: 1,
  answer: { kind: 'text' },
  truthColumn: null,
  concurrency: 'auto',
  limits: { rows: null, tokens: null, minutes: null },
  ...changes,
});

/** The real client of a demo, by the proxy. */
export function serviceOf({ baseUrl, token, ca }: DemoPlace): { readonly handle: ServiceHandle; readonly close: () => Promise<void> } {
  const addresses = must(parseBaseUrl(baseUrl));
  const upstream = createUpstream({ origin: addresses.origin, route: { kind: 'straight' }, authorities: [ca] });
  const client = createLlmClient({
    addresses,
    upstreams: { proxy: upstream, direct: upstream },
    token: async () => ok(token),
    clock: { now: () => performance.now() },
  });
  const capabilities = { chat: true, completion: true, tools: true, reasoning: false, reasoningEffort: false };
  const models = catalogModels([{ segment: scout, engine: 'A', models: [{ id: scout, capabilities }] }]);
  return { handle: { client, mode: 'proxy', models }, close: upstream.dispose };
}

/** Runs over a service, and a promise of the end of each. */
export function openBenchRuns(
  folder: string,
  handle: ServiceHandle,
): { readonly runs: Runs; readonly ended: (id: string) => Promise<void> } {
  const listeners = new Set<(payload: Events['runs.changed']) => void>();
  const runs = createRuns({
    folder,
    version: 'bench',
    clock: { now: () => Date.now() },
    reach: async () => ok(handle),
    serviceHost: () => 'localhost',
    emit: (event, payload) => {
      if (event === 'runs.changed') for (const listener of listeners) listener(payload as Events['runs.changed']);
    },
    onProblem: (failure) => console.error(describeFailure(failure).message),
    onBug: (error) => console.error(error),
  });
  return {
    runs,
    ended: (id) =>
      new Promise((resolve) => {
        listeners.add((changed) => {
          if (changed.some((run) => run.id === id && (run.state === 'finished' || run.state === 'stopped'))) resolve();
        });
      }),
  };
}

export const call = { signal: new AbortController().signal };

/** Creates a run with the rows of a file. */
export async function createRun(runs: Runs, recipe: Recipe, file: string): Promise<string> {
  const { id } = must(await runs.create({ recipe }, call));
  const source = must(await runs.addSource({ path: file, name: 'rows.csv', hasFolder: false, release: async () => undefined }));
  must(await runs.readTable({ id, sourceId: source.id, options: source.detected }, call));
  return id;
}
