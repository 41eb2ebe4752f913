import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignTokens } from '../../../electron/presentation/align-tokens.ts';
import { impossibleLogprob } from '../../../electron/contract/constants.ts';
import { scoreLines, scoreRange, scoreTokens } from '../../../electron/presentation/perplexity.ts';

const token = (text: string, logprob: number | null): { readonly text: string; readonly logprob: number | null } => ({ text, logprob });

test('is the inverse of the probability if all tokens are equally likely, without the first token', () => {
  const tokens = [token('a', null), ...Array.from({ length: 7 }, () => token('b', Math.log(0.25)))];
  expect(scoreTokens(tokens)).toEqual({
    scoredTokens: 7,
    logprob: expect.closeTo(7 * Math.log(0.25), 12),
    perplexity: expect.closeTo(4, 12),
  });
});

test('says nothing about a text without scored tokens, and is infinite if a token is impossible', () => {
  expect(scoreTokens([])).toEqual({ scoredTokens: 0, logprob: 0, perplexity: null });
  expect(scoreTokens([token('a', null)]).perplexity).toBeNull();
  expect(scoreTokens([token('a', -1), token('b', impossibleLogprob)])).toEqual({
    scoredTokens: 2,
    logprob: -Infinity,
    perplexity: Infinity,
  });
});

test('scores each line, where a token belongs to the line on which it begins', () => {
  const lines = scoreLines([token('a', null), token(' b', -1), token('\n\n', -2), token('c', -3), token('.\n', -4)]);
  expect(lines.map(({ logprob, scoredTokens }) => [logprob, scoredTokens])).toEqual([
    [-3, 2],
    [0, 0],
    [-7, 2],
    [0, 0],
  ]);
});

test('scores the tokens that a selection touches', () => {
  const tokens = [token('The', null), token(' road', -1), token('<|end|>', -9), token(' was', -2)];
  const ranges = alignTokens(tokens, 'The road was');
  const scored = (start: number, end: number): number => scoreRange(tokens, ranges, { start, end }).logprob;
  expect([scored(0, 12), scored(4, 5), scored(7, 9), scored(0, 3), scored(5, 5)]).toEqual([-3, -1, -3, 0, -1]);
});

// catches a better score for a selection, because only the last and likeliest part of each character counted
test('scores all parts of a character that a selection touches', () => {
  const text = 'A🦔 b';
  const scored = (parts: readonly string[], start: number, end: number): number => {
    const tokens = [token('A', null), ...parts.map((part, index) => token(part, -1 - index)), token(' b', -9)];
    return scoreRange(tokens, alignTokens(tokens, text), { start, end }).logprob;
  };
  for (const parts of [
    ['', '', '🦔'],
    ['\uFFFD', '\uFFFD', '\uFFFD'],
  ]) {
    expect([scored(parts, 0, 5), scored(parts, 1, 3), scored(parts, 0, 1), scored(parts, 3, 5)]).toEqual([-15, -6, 0, -9]);
  }
});

test('adds up over the lines of a text', () => {
  const anyToken = fc.record({
    text: fc.constantFrom('a', ' b', '\n', '.\n'),
    logprob: fc.option(fc.double({ min: -20, max: 0, noNaN: true })),
  });
  fc.assert(
    fc.property(fc.array(anyToken), (tokens) => {
      const lines = scoreLines(tokens);
      expect(lines.reduce((sum, { logprob }) => sum + logprob, 0)).toBeCloseTo(scoreTokens(tokens).logprob, 6);
      expect(lines).toHaveLength(
        tokens
          .map(({ text }) => text)
          .join('')
          .split('\n').length,
      );
    }),
  );
});
