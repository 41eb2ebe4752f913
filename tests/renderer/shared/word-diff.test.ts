import { expect, test } from 'vitest';
import { diffWords, type DiffPiece } from '../../../renderer/shared/word-diff.ts';

const marked = (pieces: readonly DiffPiece[]) => pieces.map(({ text, isUnique }) => (isUnique ? `[${text}]` : text)).join('');

test('marks words that only one side has', () => {
  const { left, right } = diffWords('The cat sat down.', 'The dog sat quietly down.');
  expect(marked(left)).toBe('The [cat] sat down.');
  expect(marked(right)).toBe('The [dog] sat[ quietly] down.');
});

test('marks nothing in equal texts, and the whole text beside an empty one', () => {
  expect(diffWords('same', 'same').left).toEqual([{ text: 'same', isUnique: false }]);
  expect(marked(diffWords('', 'new text').right)).toBe('[new text]');
});

test('preserves the text of each side', () => {
  const [a, b] = ['Grüße, 12 %\n\tund – so', 'Grüße 12 % und so weiter'];
  const { left, right } = diffWords(a, b);
  expect(left.map(({ text }) => text).join('')).toBe(a);
  expect(right.map(({ text }) => text).join('')).toBe(b);
});

test('marks the whole middle of texts that are too long to compare', () => {
  const words = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word}${index}`).join(' ');
  const { left } = diffWords(`begin ${words('a')} end`, `begin ${words('b')} end`);
  expect(left.at(0)).toEqual({ text: 'begin ', isUnique: false });
  expect(left.at(-1)).toEqual({ text: ' end', isUnique: false });
});
