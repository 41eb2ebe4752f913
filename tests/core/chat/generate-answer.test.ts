import fc from 'fast-check';
import { expect, test } from 'vitest';
import { titleFromText } from '../../../electron/core/chat/titles.ts';
import { withAttachments } from '../../../electron/core/chat/generate-answer.ts';
import { cleanTitle } from '../../../electron/core/chat/titles.ts';

test('fences an attached file so that its text can’t end the fence', () => {
  const file = fc.string({ unit: fc.constantFrom('`', '~', 'a', '\n', ' ') });
  fc.assert(
    fc.property(file, (text) => {
      const sent = withAttachments('', [{ name: 'a.txt', language: null, text }]);
      const [, fence = '', inner] = /^a\.txt:\n(`+)\n([\s\S]*)\1$/.exec(sent) ?? [];
      expect(fence.length).toBeGreaterThanOrEqual(3);
      expect(inner).toBe(text.endsWith('\n') ? text : `${text}\n`);
      expect(text).not.toContain(fence);
    }),
  );
});

test('sends a file with any number of backtick runs', () => {
  const sent = withAttachments('', [{ name: 'a.txt', language: null, text: '` '.repeat(200_000) }]);
  expect(sent.slice(0, 12)).toBe('a.txt:\n```\n`');
});

test('makes a first title of one short line without cutting a character or a word', () => {
  expect(titleFromText('  What\n is\t this? ')).toBe('What is this?');
  expect(titleFromText('🜁'.repeat(80))).toBe(`${'🜁'.repeat(60)}…`);
  expect(titleFromText('word '.repeat(20))).toBe(`${'word '.repeat(11)}word…`);
  expect(titleFromText('')).toBe('');
});

test.for([
  ['"Tides in Winter."', 'Tides in Winter'],
  ['**Title:** Tides in winter', 'Tides in winter'],
  ['# Tides\n\nand more', 'Tides'],
  ['\n\nTitel: Die Gezeiten…', 'Die Gezeiten…'],
  ['„Gezeiten im Winter“', 'Gezeiten im Winter'],
  ['   ', ''],
] as const)('removes the decoration of a model’s title: %s', ([said, title]) => expect(cleanTitle(said)).toBe(title));
