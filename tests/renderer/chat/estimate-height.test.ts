import { expect, test } from 'vitest';
import { firstVisible, estimateHeight } from '../../../renderer/chat/estimate-height.ts';
import { answerWith, storedAnswer, userMessage } from './answers.ts';

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
