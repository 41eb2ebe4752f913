import { describe, expect, test } from 'vitest';
import {
  answerStats,
  canContinue,
  describeEnding,
  formatDuration,
  formatElapsed,
  formatThinkingTime,
  hasContent,
} from '../../../renderer/chat/answer-stats.ts';
import { formatCount } from '../../../renderer/shared/format.ts';
import { answerWith, storedAnswer } from './answers.ts';
import { chatText } from '../../../renderer/chat/text.ts';

const words = chatText.answer;

describe('formatting times and counts', () => {
  test.each([
    [0, '0 s'],
    [-5, '0 s'],
    [999, '0 s'],
    [4200, '4 s'],
    [59_999, '59 s'],
    [64_000, '1 min 4 s'],
  ])('formats %d ms of elapsed time as %s (catches rounding up to a second that has not passed)', (milliseconds, formatted) => {
    expect(formatElapsed(milliseconds)).toBe(formatted);
  });

  test.each([
    [61.7, '62 ms'],
    [999.6, '1.00 s'],
    [1234, '1.23 s'],
    [9996, '10.0 s'],
    [12_345, '12.3 s'],
    [61_000, '1 min 1 s'],
  ])('formats a measured duration of %d ms as %s (catches “1000 ms” and “10.00 s”)', (milliseconds, formatted) => {
    expect(formatDuration(milliseconds)).toBe(formatted);
  });

  test.each([
    [3249, '3.2 s'],
    [59_949, '59.9 s'],
    [59_950, '59 s'],
    [125_000, '2 min 5 s'],
  ])('formats %d ms of thinking as %s', (milliseconds, formatted) => expect(formatThinkingTime(milliseconds)).toBe(formatted));

  test('uses singular and plural nouns (catches “1 tokens”)', () =>
    expect([formatCount(1, 'token', 'tokens'), formatCount(12_345, 'token', 'tokens')]).toEqual(['1 token', '12,345 tokens']));
});

describe('answer statistics', () => {
  test('list everything that was measured', () => {
    const usage = { promptTokens: 9, completionTokens: 42, totalTokens: 51, reasoningTokens: 30, cachedTokens: null };
    const timings = { firstTokenMs: 310, totalMs: 900, tokensPerSecond: 83.4, rateFrom: 'usage' as const };
    expect(answerStats(storedAnswer('a', { answer: answerWith({ usage, timings }) }))).toEqual([
      'beta',
      'Proxy',
      words.stats.firstToken('310 ms'),
      '83 tokens/s',
      words.stats.promptTokens(9),
      words.stats.completionTokens(42),
      words.stats.reasoningTokens('30'),
      words.finishes.stop,
    ]);
  });

  test('mark an estimated rate (catches chunks sold as tokens)', () => {
    const timings = { firstTokenMs: null, totalMs: 900, tokensPerSecond: 3.14, rateFrom: 'chunks' as const };
    expect(answerStats(storedAnswer('a', { mode: 'direct', answer: answerWith({ timings, finish: null }) }))).toEqual([
      'beta',
      'Direct',
      words.stats.aboutRate('3.1 tokens/s'),
    ]);
  });

  test('omit unknown values of imported answers (catches “null tokens”)', () =>
    expect(answerStats(storedAnswer('a', { mode: null, answer: answerWith({ finish: null }) }))).toEqual(['beta']));

  test('describe only an abnormal ending (catches a cut answer that looks whole)', () => {
    expect(describeEnding(storedAnswer('a', { answer: answerWith({ finish: 'length' }) }))).toBe(words.endings.length);
    expect(describeEnding(storedAnswer('a', { state: 'stopped', answer: answerWith({ finish: null }) }))).toBe(words.endings.stopped);
    expect(describeEnding(storedAnswer('a', { state: 'interrupted' }))).toBe(words.endings.quit);
    expect(describeEnding(storedAnswer('a'))).toBeUndefined();
  });

  test('say that an answer has no text (catches an empty message with nothing to do next)', () => {
    const thought = answerWith({ parts: [{ kind: 'reasoning', text: 'Hm' }] });
    const call = { kind: 'tool-call', id: 'x', name: 'f', arguments: '{}', state: 'valid' } as const;
    expect(describeEnding(storedAnswer('a', { answer: thought }))).toBe(words.endings.empty);
    expect(hasContent(storedAnswer('a', { answer: thought }))).toBe(false);
    expect(describeEnding(storedAnswer('a', { answer: answerWith({ parts: [call] }) }))).toBeUndefined();
    expect(describeEnding(storedAnswer('a', { state: 'running', answer: answerWith({ parts: [] }) }))).toBeUndefined();
  });
});

test('offers to continue a cut answer only if it has content (catches a button that can only fail)', () => {
  const call = { kind: 'tool-call', id: 'x', name: 'f', arguments: '{}', state: 'valid' } as const;
  expect(canContinue(storedAnswer('a', { answer: answerWith({ finish: 'length' }) }))).toBe(true);
  expect(canContinue(storedAnswer('a', { state: 'stopped', answer: answerWith({ finish: null }) }))).toBe(true);
  expect(canContinue(storedAnswer('a'))).toBe(false);
  expect(canContinue(storedAnswer('a', { state: 'failed', answer: answerWith({ parts: [{ kind: 'reasoning', text: 'Hm' }] }) }))).toBe(
    false,
  );
  expect(
    canContinue(storedAnswer('a', { state: 'stopped', answer: answerWith({ parts: [{ kind: 'text', text: 'I call' }, call] }) })),
  ).toBe(false);
});
