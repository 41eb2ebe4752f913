import type { Answer } from '../../../electron/contract/answer.ts';
import type { Model } from '../../../electron/contract/catalog.ts';
import type { Connection } from '../../../electron/contract/connection.ts';

/** An answer that ended well, but for what is said otherwise. */
export function answerWith(change: Partial<Answer> = {}): Answer {
  return {
    parts: [{ kind: 'text', text: 'Yes.' }],
    finish: 'stop',
    usage: null,
    metrics: null,
    logprobs: null,
    timings: { firstTokenMs: null, totalMs: 100, tokensPerSecond: null, rateFrom: null },
    notes: [],
    ...change,
  };
}

/** A model that can chat and what else is named. */
export function modelWith(id: string, capabilities: Partial<Model['capabilities']> = {}): Model {
  return {
    id,
    segment: id,
    engine: 'A',
    capabilities: { chat: true, completion: false, tools: false, reasoning: false, reasoningEffort: false, ...capabilities },
    contextLength: null,
    origin: 'declared',
    presence: { proxy: 'unchecked', direct: 'unchecked' },
  };
}

/** A connection to the demo that is there. */
export function readyWith(models: readonly Model[]): Connection {
  return { state: 'ready', profile: { id: 'demo', name: 'Demo', isDemo: true }, mode: 'proxy', models };
}
