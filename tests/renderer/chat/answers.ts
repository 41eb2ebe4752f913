import type { Answer } from '../../../electron/contract/answer.ts';
import type { Model } from '../../../electron/contract/catalog.ts';
import type { ReadyConnection } from '../../../electron/contract/connection.ts';
import type { Conversation, StoredAnswer, StoredMessage } from '../../../electron/contract/history.ts';

/** Returns a successful answer with these differences. */
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

/** The fields of every saved message, here alone at the root of its conversation. */
function storedFields(id: string) {
  return { id, conversationId: 'c', parentId: null, createdAt: 0, siblings: [id] };
}

/** Returns a saved answer with these differences. */
export function storedAnswer(id: string, change: Partial<StoredAnswer> = {}): StoredAnswer {
  return {
    ...storedFields(id),
    role: 'assistant',
    model: 'beta',
    mode: 'proxy',
    state: 'complete',
    answer: answerWith(),
    failure: null,
    ...change,
  };
}

type UserMessage = Extract<StoredMessage, { role: 'user' }>;

/** Returns a saved user message with these differences. */
export function userMessage(id: string, change: Partial<UserMessage> = {}): UserMessage {
  return {
    ...storedFields(id),
    role: 'user',
    text: `text of ${id}`,
    attachments: [],
    ...change,
  };
}

/** Returns a conversation with these differences. */
export function conversationWith(id: string, change: Partial<Conversation> = {}): Conversation {
  return {
    id,
    kind: 'chat',
    title: id,
    isNamedByUser: false,
    createdAt: 0,
    updatedAt: 0,
    folder: null,
    isPinned: false,
    isArchived: false,
    trashedAt: null,
    settings: { model: null, systemPrompt: '', parameters: {}, toolIds: [] },
    ...change,
  };
}

/** Returns a chat model with these capabilities. */
export function modelWith(id: string, capabilities: Partial<Model['capabilities']> = {}, change: Partial<Model> = {}): Model {
  return {
    id,
    segment: id,
    engine: 'vllm',
    capabilities: { chat: true, completion: false, tools: false, reasoning: false, reasoningEffort: false, ...capabilities },
    contextLength: null,
    origin: 'declared',
    presence: { proxy: 'unchecked', direct: 'unchecked' },
    ...change,
  };
}

/** Returns an established connection to the demo. */
export function readyWith(models: readonly Model[], change: Partial<ReadyConnection> = {}): ReadyConnection {
  return {
    state: 'ready',
    profile: { id: 'demo', name: 'Demo', isDemo: true },
    mode: 'proxy',
    models,
    direct: { wanted: 'auto', now: 'undecided', why: '' },
    tunnel: null,
    token: { state: 'not-set' },
    lists: [],
    isRefreshing: false,
    ...change,
  };
}
