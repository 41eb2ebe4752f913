import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../../electron/contract/constants.ts';
import { readCauseway } from '../../../../electron/core/history/export/export-format.ts';

test('gives the calls of an imported answer unique ids (catches one decision that counts for two)', () => {
  const call = { kind: 'tool-call', id: 'a', name: 'f', arguments: '{}', state: 'valid' };
  const timings = { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null };
  const answer = { parts: [call, call, call], finish: 'tool-calls', usage: null, metrics: null, logprobs: null, timings, notes: [] };
  const message = {
    id: 'm',
    parentId: null,
    createdAt: 0,
    role: 'assistant',
    model: 'x',
    mode: null,
    state: 'complete',
    answer,
    failure: null,
  };
  const conversation = {
    id: 'c',
    kind: 'chat',
    title: 'Twice',
    isNamedByUser: true,
    createdAt: 0,
    updatedAt: 0,
    folder: null,
    isPinned: false,
    isArchived: false,
    trashedAt: null,
    settings: plainConversationSettings,
    leafId: 'm',
    messages: [message],
  };
  const [read] = readCauseway(conversation)?.messages ?? [];
  expect(read?.role === 'assistant' && read.answer.parts.map((part) => part.kind === 'tool-call' && part.id)).toEqual(['a', 'a-2', 'a-3']);
});
