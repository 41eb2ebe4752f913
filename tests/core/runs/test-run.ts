import { onTestFinished } from 'vitest';
import type { Answer } from '../../../electron/contract/answer.ts';
import type { Model } from '../../../electron/contract/catalog.ts';
import { ok, type Failed, type Failure } from '../../../electron/contract/failure.ts';
import type { Mode } from '../../../electron/contract/profile.ts';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import { catalogModels, type LlmClient, type Outcome } from '../../../electron/core/llm-client/llm-client.ts';
import { createRunLifecycle, type RunLifecycleOptions } from '../../../electron/core/runs/run-lifecycle.ts';
import type { RunConnection, RunProfile } from '../../../electron/core/runs/run-service.ts';
import type { RunStore } from '../../../electron/core/runs/store/run-store.ts';
import { must } from '../../support/must.ts';
import { createRecipe } from '../../support/run-recipe.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openTestStore } from './store/open-test-store.ts';

const usage = { promptTokens: 3, completionTokens: 2, totalTokens: 5, reasoningTokens: null, cachedTokens: null };
const answer: Answer = {
  parts: [],
  finish: 'stop',
  usage: null,
  metrics: null,
  logprobs: null,
  timings: { firstTokenMs: 1, totalMs: 2, tokensPerSecond: null, rateFrom: null },
  notes: [],
};

/** Returns the outcome of a request that was answered. */
export function answered(text: string): Outcome {
  return { answer: { ...answer, parts: [{ kind: 'text', text }], usage }, failure: null };
}

/** Returns the outcome of a request that failed, with the status of its response if there was one. */
export function rejected(failure: Failure, status?: number): Outcome {
  return { answer, failure, ...(status === undefined ? {} : { refusal: { status, retryAfterMs: undefined } }) };
}

/** A service that a test changes while a run uses it. */
export interface ChangingService {
  profileId: string;
  mode: Mode;
  models: readonly Model[];
  profiles: readonly RunProfile[];
  /** Why it can't be reached. */
  failure: Failed | undefined;
  /** Loads the model lists. */
  refreshModels: () => unknown;
  /** Returns the outcome of a request with this prompt. */
  respond: (prompt: string) => Outcome | Promise<Outcome>;
}

const capabilities = { chat: true, completion: true, tools: false, reasoning: false, reasoningEffort: false };

/** Opens a run over numbered rows, one request at a time, with the lifecycle of runs and a store on this thread. */
export async function openTestRun(rows: number, changes: Partial<Recipe> = {}) {
  const { store, save } = await openTestStore(
    await temporaryFolder(),
    Array.from({ length: rows }, (_, index) => [`row ${index + 1}`, 1]),
  );
  const templates = [{ id: 't', name: 'T', system: '', user: '{{text}}' }];
  const recipe = createRecipe({ templates, models: [{ id: 'm', model: 'beta', parameters: {} }], concurrency: 1, ...changes });
  must(store.changeRecipe({ id: 'run', recipe, dropsResults: true }));
  const service: ChangingService = {
    profileId: 'lab',
    mode: 'direct',
    models: catalogModels([{ segment: 'beta', engine: 'vllm', models: [{ id: 'beta', capabilities }] }]),
    profiles: [
      { id: 'lab', name: 'Lab', serviceHost: 'lab.example.org' },
      { id: 'other', name: 'Other', serviceHost: 'other.example.org' },
    ],
    failure: undefined,
    refreshModels: () => undefined,
    respond: answered,
  };
  const requests: string[] = [];
  const send = async (prompt: string): Promise<Outcome> => {
    requests.push(`${service.profileId}, ${service.mode}: ${prompt}`);
    return service.respond(prompt);
  };
  const client: Pick<LlmClient, 'chat' | 'complete'> = {
    chat: async ({ messages }) => {
      const last = messages.at(-1);
      return send(last?.role === 'user' ? last.text : '');
    },
    complete: ({ prompt }) => send(prompt),
  };
  const operations = store as unknown as Readonly<Record<string, (input: unknown) => unknown>>;
  const interceptors = new Map<string, (input: never) => unknown>();
  const remote = new Proxy(operations, {
    get: (_, name: string) => async (input: unknown) => (interceptors.get(name) ?? operations[name])?.(input as never),
  });
  const connection: RunConnection = {
    reach: async () => {
      const { profileId, mode, models, failure } = service;
      return failure ?? ok({ profileId, mode, models, client: client as LlmClient }); // runs call nothing else
    },
    findProfile: (id) => service.profiles.find((profile) => profile.id === (id ?? service.profileId)),
    refreshModels: async () => service.refreshModels(),
  };
  const lifecycle = createRunLifecycle({
    store: remote as unknown as RunLifecycleOptions['store'],
    version: '1',
    clock: { now: () => 1 },
    connection,
    isReadingTable: () => false,
    emit: () => undefined,
    onBug: (error) => {
      throw error;
    },
  });
  onTestFinished(lifecycle.close);
  return {
    store,
    save,
    lifecycle,
    connection,
    service,
    requests,
    /** Replaces an operation of the store. */
    intercept: <Name extends keyof RunStore>(name: Name, operation: (input: Parameters<RunStore[Name]>[0]) => unknown) =>
      void interceptors.set(name, operation),
    start: async () => must(await lifecycle.start('run', { isDryRun: false })),
    /** Reads the run as the window sees it. */
    read: () => lifecycle.summarize(must(store.read('run'))),
    readStored: () => must(store.read('run')),
  };
}
