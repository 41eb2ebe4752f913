import { expect, test } from 'vitest';
import type { StoredMessage } from '../../../electron/contract/history.ts';
import { findOpenToolCalls } from '../../../renderer/chat/open-tool-calls.ts';
import { answerWith, storedAnswer, userMessage } from './answers.ts';

const call = (id: string) => ({ kind: 'tool-call', id, name: 'find', arguments: '{}', state: 'valid' }) as const;
const asking = storedAnswer('asking', { answer: answerWith({ parts: [call('1'), call('2')] }) });
const result = (callId: string): StoredMessage => ({
  id: `result-${callId}`,
  conversationId: 'c',
  parentId: 'asking',
  createdAt: 0,
  siblings: [],
  role: 'tool',
  callId,
  name: 'find',
  text: '',
  isError: false,
  by: 'http',
});
const openIds = (messages: readonly StoredMessage[], hasNewer = false) => [...(findOpenToolCalls(messages, hasNewer)?.callIds ?? [])];

test('leaves a call without a result open after the results of others (catches a stopped call nobody can decide)', () => {
  expect(openIds([userMessage('u'), asking])).toEqual(['1', '2']);
  expect(findOpenToolCalls([asking, result('2')], false)).toEqual({ messageId: 'asking', callIds: new Set(['1']) });
  expect(openIds([asking, result('2'), result('1')])).toEqual([]);
});

test('offers no decision that the main process refuses (catches a form that only fails)', () => {
  expect(openIds([{ ...asking, state: 'stopped' }])).toEqual([]);
  expect(openIds([{ ...asking, state: 'failed' }])).toEqual([]);
  expect(openIds([asking, result('2'), userMessage('u')])).toEqual([]);
  expect(openIds([asking], true)).toEqual([]);
});
