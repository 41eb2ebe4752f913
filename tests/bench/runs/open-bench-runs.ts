import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Events } from '../../../electron/contract/events.ts';
import { ok } from '../../../electron/contract/failure.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { catalogModels, createLlmClient, parseBaseUrl, type ServiceHandle } from '../../../electron/core/llm-client/llm-client.ts';
import { createRuns, type Runs } from '../../../electron/core/runs/runs.ts';
import { createUpstream } from '../../../electron/core/upstream/upstream.ts';
import { must } from '../../support/must.ts';
import { readLine } from '../../support/read-until.ts';
import type { DemoAddress } from './demo-process.ts';

/** A demo in its own process. */
export interface RemoteDemo extends DemoAddress {
  readonly child: ChildProcess;
}

export async function spawnDemo(...args: readonly string[]): Promise<RemoteDemo> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'demo-process.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { ...(JSON.parse(await readLine(child.stdout)) as DemoAddress), child };
}

export const scout = 'beta-4-scout';

/** Connects the real client to a demo through its proxy. */
export function connectToDemo({ baseUrl, token, ca }: DemoAddress): {
  readonly handle: ServiceHandle;
  readonly close: () => Promise<void>;
} {
  const addresses = must(parseBaseUrl(baseUrl));
  const upstream = createUpstream({ origin: addresses.origin, route: { kind: 'straight' }, authorities: [ca] });
  const client = createLlmClient({
    addresses,
    upstreams: { proxy: upstream, direct: upstream },
    token: async () => ok(token),
    clock: { now: () => performance.now() },
  });
  const capabilities = { chat: true, completion: true, tools: true, reasoning: false, reasoningEffort: false };
  const models = catalogModels([{ segment: scout, engine: 'vllm', models: [{ id: scout, capabilities }] }]);
  return { handle: { profileId: 'demo', client, mode: 'proxy', models }, close: upstream.dispose };
}

/** Opens runs over a service. `ended` resolves when a run is finished or stopped. */
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
    findProfile: () => ({ id: handle.profileId, name: 'Bench', serviceHost: 'localhost' }),
    refreshModels: async () => undefined,
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
