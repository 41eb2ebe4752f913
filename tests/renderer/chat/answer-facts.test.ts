import { describe, expect, test } from 'vitest';
import { answerFacts, endWords, formatCount, formatMeasured, formatSpan } from '../../../renderer/chat/answer-facts.ts';
import { answerWith } from './answers.ts';

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

  test('numbers have their nouns (catches “1 tokens”)', () => {
    expect([formatCount(1, 'token', 'tokens'), formatCount(12_345, 'token', 'tokens')]).toEqual(['1 token', '12,345 tokens']);
  });
});

describe('the facts of an answer', () => {
  test('name what was measured', () => {
    const usage = { promptTokens: 9, completionTokens: 42, totalTokens: 51, reasoningTokens: null, cachedTokens: null };
    const timings = { firstTokenMs: 310, totalMs: 900, tokensPerSecond: 83.4, rateFrom: 'usage' as const };
    expect(answerFacts('beta', 'proxy', answerWith({ usage, timings }))).toEqual([
      'beta',
      'Proxy',
      'first token 310 ms',
      '83 tokens/s',
      '42 tokens',
    ]);
  });

  test('say when a rate is a guess (catches chunks sold as tokens)', () => {
    const timings = { firstTokenMs: null, totalMs: 900, tokensPerSecond: 3.14, rateFrom: 'chunks' as const };
    expect(answerFacts('beta', 'direct', answerWith({ timings }))).toEqual(['beta', 'Direct', 'about 3.1 tokens/s']);
  });

  test('leave out what is not known (catches “null tokens”)', () => {
    expect(answerFacts('beta', 'proxy', answerWith())).toEqual(['beta', 'Proxy']);
    expect(answerFacts('beta', 'proxy', null)).toEqual(['beta', 'Proxy']);
  });

  test('an end is told only where it is no ordinary one (catches a cut answer that looks whole)', () => {
    expect(endWords(answerWith({ finish: 'length' }), false)).toBe('Cut off at the length limit');
    expect(endWords(answerWith({ finish: null }), true)).toBe('Stopped');
    expect(endWords(answerWith(), false)).toBeUndefined();
    expect(endWords(null, false)).toBeUndefined();
  });
});
