import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePieces, createCodeLines } from '../../../electron/markdown/fence.ts';
import { chunksOf } from './markdown-texts.ts';

test('keeps the text unchanged in pieces, wherever it was split', () => {
  const text = fc.array(fc.oneof(fc.constantFrom('', 'let a;', 'x'.repeat(9000), '😀'.repeat(9000))), { maxLength: 200 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 6 }), (lines, positions) => {
      const whole = lines.join('\n');
      const grown = createCodeLines();
      for (const chunk of chunksOf(whole, positions)) grown.push(chunk);
      expect(grown.read().join('')).toBe(whole);
      expect(grown.read()).toEqual(codePieces(whole));
    }),
    { numRuns: 60 },
  );
});

test('splits after a screenful of lines, and splits an endless line', () => {
  expect(codePieces('a\n'.repeat(200)).map(({ length }) => length)).toEqual([128, 128, 128, 16]);
  expect(Math.max(...codePieces('x'.repeat(100_000)).map(({ length }) => length))).toBeLessThanOrEqual(16_384);
});

test('keeps full pieces unchanged while the code grows', () => {
  const lines = createCodeLines();
  lines.push('a\n'.repeat(200));
  const before = lines.read();
  lines.push('b\n');
  expect(lines.read().slice(0, 3)).toEqual(before.slice(0, 3));
  expect(lines.read().at(-1)).toBe(`${before.at(-1)}b\n`);
});
