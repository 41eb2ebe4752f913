import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../../electron/contract/constants.ts';
import { readCauseway } from '../../../../electron/core/history/export/export-format.ts';

/** Returns a conversation as it is exported, with one answer. */
function exported(change: object, failure: object | null = null): object {
  const timings = { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null };
  const answer = { parts: [], finish: 'stop', usage: null, metrics: null, logprobs: null, timings, notes: [], ...change };
  const message = { id: 'm', parentId: null, createdAt: 0, role: 'assistant', model: 'x', mode: null, state: 'complete', answer, failure };
  return {
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
}

test('reads a failure that this version doesn’t have as unexpected (catches one unknown code that rejects all messages)', () => {
  const answer = { parts: [{ kind: 'text', text: 'Half' }] };
  const [read] = readCauseway(exported(answer, { code: 'eclipse', reason: 'moon', params: {} }))?.messages ?? [];
  expect(read).toMatchObject({ answer, failure: { code: 'unexpected', reason: 'unexpected' } });
});

test.each([
  ['a part without its text', { parts: [{ kind: 'text' }] }],
  ['a call without arguments', { parts: [{ kind: 'tool-call', id: 'a', name: 'f', state: 'valid' }] }],
])('rejects %s', (_what, answer) => expect(readCauseway(exported(answer))).toBeUndefined());

test('gives the calls of an imported answer unique ids (catches one decision that counts for two)', () => {
  const call = { kind: 'tool-call', id: 'a', name: 'f', arguments: '{}', state: 'valid' };
  const [read] = readCauseway(exported({ parts: [call, call, call], finish: 'tool-calls' }))?.messages ?? [];
  expect(read?.role === 'assistant' && read.answer.parts.map((part) => part.kind === 'tool-call' && part.id)).toEqual(['a', 'a-2', 'a-3']);
});
