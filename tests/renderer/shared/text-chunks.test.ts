import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from '../../../renderer/shared/text-chunks.ts';

test('splits into the whole text, and never inside a character (catches letters lost in the copy)', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 900 }), { maxLength: 20 }), (lines) => {
      const text = lines.join('\n');
      const blocks = splitText(text);
      expect(blocks.map((block) => block.text).join('')).toBe(text);
      expect(blocks.flatMap(({ chunks }) => chunks.map((chunk) => chunk.text)).join('')).toBe(text);
      for (const { chunks } of blocks) for (const chunk of chunks) expect(chunk.text.isWellFormed()).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('keeps the blocks that didn’t change (catches a long text drawn again with each token)', () => {
  const line = `${'word '.repeat(300)}\n`;
  const before = splitText(line.repeat(20));
  const grown = splitText(`${line.repeat(20)}more`, before);
  expect(grown.slice(0, 19).every((block, index) => block === before[index])).toBe(true);
  const edited = splitText(`${line.repeat(10)}X${line.repeat(10)}`, before);
  expect(edited.slice(0, 10).every((block, index) => block === before[index])).toBe(true);
  expect(edited.at(-1)).not.toBe(before.at(-1)); // moved by a character
});
