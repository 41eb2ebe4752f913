import { expect, test } from 'vitest';
import type { Turn } from '../../../electron/contract/chat-turn.ts';
import type { StoredMessage } from '../../../electron/contract/history.ts';
import { estimateHeight, findOpenToolCalls, firstVisible, keptRows } from '../../../renderer/chat/kept-rows.ts';
import { answerWith, storedAnswer, userMessage } from './answers.ts';

const call = (id: string) => ({ kind: 'tool-call', id, name: 'find', arguments: '{}', state: 'valid' }) as const;
const asking = storedAnswer('asking', { answer: answerWith({ parts: [call('1'), call('2')] }) });
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

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');

test('estimates longer texts higher, but not collapsed sections (catches a list that draws all or next to nothing)', () => {
  const short = estimateHeight(userMessage('a'));
  expect(estimateHeight(userMessage('a', { text: 'word '.repeat(200) }))).toBeGreaterThan(short + 100);
  expect(estimateHeight(userMessage('a', { text: lines(30) }))).toBeGreaterThan(short + 500);
  const thought = storedAnswer('b', { answer: answerWith({ parts: [{ kind: 'reasoning', text: lines(500) }] }) });
  expect(estimateHeight(thought)).toBeLessThan(200);
});

test('doesn’t read a very long text to its end (catches an opening that waits for it)', () => {
  const long = estimateHeight(userMessage('a', { text: lines(2000) }));
  expect(estimateHeight(userMessage('a', { text: lines(20_000) }))).toBe(long);
});

test('renders the end first, or the messages around the target (catches a find below an empty view)', () => {
  const messages = Array.from({ length: 40 }, (_, at) => userMessage(String(at), { text: lines(5) }));
  const atEnd = [...firstVisible(messages, null, 800)];
  expect(atEnd[0]).toBe('39');
  expect(atEnd.length).toBeGreaterThan(3);
  expect(atEnd.length).toBeLessThan(10);
  const around = firstVisible(messages, '20', 800);
  expect([around.has('19'), around.has('20'), around.has('21'), around.has('39')]).toEqual([true, true, true, false]);
  expect(firstVisible(messages.slice(0, 2), null, 800).size).toBe(2);
  expect(firstVisible([], 'gone', 800).size).toBe(0);
});
