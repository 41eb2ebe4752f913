import { describe, expect, test } from 'vitest';
import {
  answerStats,
  canContinue,
  describeEnding,
  formatMeasured,
  formatSpan,
  formatThinking,
  hasWords,
} from '../../../renderer/chat/answer-stats.ts';
import { formatCount } from '../../../renderer/shared/format.ts';
import { answerWith, storedAnswer } from './answers.ts';

describe('times and counts', () => {
  test.each([
    [0, '0 s'],
    [-5, '0 s'],
    [999, '0 s'],
    [4200, '4 s'],
    [59_999, '59 s'],
    [64_000, '1 min 4 s'],
  ])('%d ms watched are %s (catches rounding up to a second that has not passed)', (milliseconds, words) => {
    expect(formatSpan(milliseconds)).toBe(words);
  });

  test.each([
    [61.7, '62 ms'],
    [999.6, '1.00 s'],
    [1234, '1.23 s'],
    [9996, '10.0 s'],
    [12_345, '12.3 s'],
    [61_000, '1 min 1 s'],
  ])('%d ms measured are %s (catches “1000 ms” and “10.00 s”)', (milliseconds, words) => {
    expect(formatMeasured(milliseconds)).toBe(words);
  });

  test.each([
    [3249, '3.2 s'],
    [59_949, '59.9 s'],
    [59_950, '59 s'],
    [125_000, '2 min 5 s'],
  ])('%d ms of thinking are %s', (milliseconds, words) => {
    expect(formatThinking(milliseconds)).toBe(words);
  });

  test('numbers have their nouns (catches “1 tokens”)', () => {
    expect([formatCount(1, 'token', 'tokens'), formatCount(12_345, 'token', 'tokens')]).toEqual(['1 token', '12,345 tokens']);
  });
});

describe('the facts of an answer', () => {
  test('name what was measured', () => {
    const usage = { promptTokens: 9, completionTokens: 42, totalTokens: 51, reasoningTokens: 30, cachedTokens: null };
    const timings = { firstTokenMs: 310, totalMs: 900, tokensPerSecond: 83.4, rateFrom: 'usage' as const };
    expect(answerStats(storedAnswer('a', { answer: answerWith({ usage, timings }) }))).toEqual([
      'beta',
      'Proxy',
      'first token 310 ms',
      '83 tokens/s',
      '9 tokens read',
      '42 written',
      '30 of them thinking',
      'ended by itself',
    ]);
  });

  test('say when a rate is a guess (catches chunks sold as tokens)', () => {
    const timings = { firstTokenMs: null, totalMs: 900, tokensPerSecond: 3.14, rateFrom: 'chunks' as const };
    expect(answerStats(storedAnswer('a', { mode: 'direct', answer: answerWith({ timings, finish: null }) }))).toEqual([
      'beta',
      'Direct',
      'about 3.1 tokens/s',
    ]);
  });

  test('leave out what is not known, as of imported answers (catches “null tokens”)', () => {
    expect(answerStats(storedAnswer('a', { mode: null, answer: answerWith({ finish: null }) }))).toEqual(['beta']);
  });

  test('an end is told only where it is no ordinary one (catches a cut answer that looks whole)', () => {
    expect(describeEnding(storedAnswer('a', { answer: answerWith({ finish: 'length' }) }))).toBe('Cut off at the length limit');
    expect(describeEnding(storedAnswer('a', { state: 'stopped', answer: answerWith({ finish: null }) }))).toBe('Stopped');
    expect(describeEnding(storedAnswer('a', { state: 'interrupted' }))).toMatch(/^Interrupted/);
    expect(describeEnding(storedAnswer('a'))).toBeUndefined();
  });

  test('an answer without words says so (catches an empty message with nothing to do next)', () => {
    const thought = answerWith({ parts: [{ kind: 'reasoning', text: 'Hm' }] });
    const call = { kind: 'tool-call', id: 'x', name: 'f', arguments: '{}', state: 'valid' } as const;
    expect(describeEnding(storedAnswer('a', { answer: thought }))).toBe('The model ended without an answer.');
    expect(hasWords(storedAnswer('a', { answer: thought }))).toBe(false);
    expect(describeEnding(storedAnswer('a', { answer: answerWith({ parts: [call] }) }))).toBeUndefined();
    expect(describeEnding(storedAnswer('a', { state: 'running', answer: answerWith({ parts: [] }) }))).toBeUndefined();
  });
});

test('more can be asked for where an answer was cut off with some of it there (catches a button that can only fail)', () => {
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
