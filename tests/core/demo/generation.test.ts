import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTokens, tokenize } from '../../../electron/core/demo/engines/model-tokens.ts';

test('joins tokens back to the same text (catches a lost character)', () => {
  const anyUnits = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(anyUnits, (text) => {
      expect(tokenize(text).join('')).toBe(text);
    }),
  );
});

test('produces no empty token, which would count as one', () =>
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(tokenize(text)).not.toContain('');
    }),
  ));

test('counts as documented: six letters or three digits with their space, white space, any other character', () => {
  expect(tokenize('Hello causeways, 12345!\n\nBye')).toEqual(['Hello', ' causew', 'ays', ',', ' 123', '45', '!', '\n\n', 'Bye']);
  expect(countTokens('')).toBe(0);
});
