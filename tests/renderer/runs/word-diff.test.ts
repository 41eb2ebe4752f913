import { expect, test } from 'vitest';
import { diffWords, type DiffPiece } from '../../../renderer/runs/results/word-diff.ts';

const marked = (pieces: readonly DiffPiece[]) => pieces.map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join('');

test('words that only one side has are marked', () => {
  const { left, right } = diffWords('The cat sat down.', 'The dog sat quietly down.');
  expect(marked(left)).toBe('The [cat] sat down.');
  expect(marked(right)).toBe('The [dog] sat[ quietly] down.');
});

test('equal texts have no marks, and an empty one marks the other whole', () => {
  expect(diffWords('same', 'same').left).toEqual([{ text: 'same', isOwn: false }]);
  expect(marked(diffWords('', 'new text').right)).toBe('[new text]');
});

test('each side keeps its text, letter by letter', () => {
  const [a, b] = ['Grüße, 12 %\n\tund – so', 'Grüße 12 % und so weiter'];
  const { left, right } = diffWords(a, b);
  expect(left.map(({ text }) => text).join('')).toBe(a);
  expect(right.map(({ text }) => text).join('')).toBe(b);
});

test('texts too long to compare are marked between what they share at both ends', () => {
  const words = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word}${index}`).join(' ');
  const { left } = diffWords(`begin ${words('a')} end`, `begin ${words('b')} end`);
  expect(left.at(0)).toEqual({ text: 'begin ', isOwn: false });
  expect(left.at(-1)).toEqual({ text: ' end', isOwn: false });
});
