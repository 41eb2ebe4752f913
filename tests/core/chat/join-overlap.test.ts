import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canJoinOverlap, joinOverlap, lastWords } from '../../../electron/core/chat/merge-continuation.ts';

function put(before: string, more: string): string {
  const { skip, between } = joinOverlap(before, more);
  return before + between + more.slice(skip);
}

const text =
  'The water rose and fell twice a day, and the stones stayed where they were, under the lamps of the old causeway in winter.\n\n- one\n- two';

test('joins a text cut anywhere when the model repeats its last words', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: text.length - 1 }), fc.constantFrom('', '“', '… '), (at, decoration) => {
      const before = text.slice(0, at);
      fc.pre(before.trim() !== '');
      const more = text.slice(before.trimEnd().length - lastWords(before).length);
      expect(put(before, decoration + more)).toBe(text);
    }),
  ));

test('drops the whole repetition when the model repeats more than asked', () =>
  expect(put('The water rose and fell twice a', 'The water rose and fell twice a day.')).toBe('The water rose and fell twice a day.'));

test.for([
  ['It does', 'not remove it.', 'It does not remove it.'],
  ['It does ', 'not remove it.', 'It does not remove it.'],
  ['潮が満ち', 'て引く。', '潮が満ちて引く。'],
  ['f(x', ') = 2', 'f(x) = 2'],
  ['a long enough text ends in no', 'no, not at all', 'a long enough text ends in no no, not at all'],
] as const)('separates words and loses nothing without the repetition: %s|%s', ([before, more, whole]) =>
  expect(put(before, more)).toBe(whole),
);

test('finds the overlap once the words have arrived, or after a maximum length', () => {
  const before = text.slice(0, 50);
  const tail = lastWords(before);
  expect(canJoinOverlap(before, tail.slice(0, -1))).toBe(false);
  expect(canJoinOverlap(before, tail)).toBe(false);
  expect(canJoinOverlap(before, `${tail} x`)).toBe(true);
  expect(canJoinOverlap(before, 'y'.repeat(119))).toBe(false);
  expect(canJoinOverlap(before, 'y'.repeat(120))).toBe(true);
});
