import { expect, test } from 'vitest';
import type { Turn } from '../../../electron/contract/chat-turn.ts';
import { keptRows } from '../../../renderer/chat/kept-rows.ts';
import { answerWith, storedAnswer, userMessage } from './answers.ts';

const call = { kind: 'tool-call', id: '1', name: 'find', arguments: '{}', state: 'valid' } as const;
const asking = storedAnswer('asking', { answer: answerWith({ parts: [call] }) });
const messages = [userMessage('first'), asking, userMessage('edited'), storedAnswer('last')];
const turn: Turn = {
  conversationId: 'c',
  messageId: 'last',
  state: 'waiting-for-user',
  waiting: [{ messageId: 'asking', callId: '1', name: 'find', arguments: '{}', binding: 'ask' }],
};

test('keeps the rows that contain a form (catches typed text lost by scrolling)', () => {
  expect(keptRows(messages, new Set(), undefined, undefined, undefined)).toEqual([]);
  expect(keptRows(messages, new Set(['first']), turn, undefined, 'edited')).toEqual([0, 1, 2]);
  const openCalls = { messageId: 'asking', callIds: new Set(['1']) }; // has waited since before a restart
  expect(keptRows(messages, new Set(), undefined, openCalls, undefined)).toEqual([1]);
});
