import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText, type TextSection } from '../../../renderer/shared/text-chunks.ts';

const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 900 }), { maxLength: 40 }).map((lines) => lines.join('\n'));
const line = `${'word '.repeat(300)}\n`;

/** Expects that sections, blocks and chunks each are the whole text. */
function expectWhole(sections: readonly TextSection[], text: string): void {
  expect(sections.map((section) => section.text).join('')).toBe(text);
  for (const { text: own, blocks } of sections) {
    expect(blocks.map((block) => block.text).join('')).toBe(own);
    expect(blocks.every((block) => block.chunks.join('') === block.text)).toBe(true);
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length);
  }
  expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
}

/** Expects a line break at the end of each piece but the last. */
function expectWholeLines(sections: readonly TextSection[]): void {
  const blocks = sections.flatMap((section) => section.blocks);
  for (const { text } of [...sections.slice(0, -1), ...blocks.slice(0, -1)]) expect(text.endsWith('\n')).toBe(true);
}

test('splits into the whole text, and never inside a character (catches letters lost in the copy)', () =>
  fc.assert(
    fc.property(texts, (text) => {
      const sections = splitText(text);
      expectWhole(sections, text);
      expectWholeLines(sections);
      for (const { blocks } of sections)
        for (const { chunks } of blocks) for (const chunk of chunks) expect(chunk.isWellFormed()).toBe(true);
    }),
    { numRuns: 50 },
  ));

test('splits a changed text into whole lines again (catches a block that begins inside a line)', () => {
  const places = fc.tuple(fc.nat(), fc.nat(200), fc.constantFrom('', 'x', '\n', `${line}${line}`, 'no line break'));
  fc.assert(
    fc.property(texts, fc.array(places, { maxLength: 6 }), (first, edits) => {
      let text = first + line.repeat(12);
      let sections = splitText(text);
      for (const [place, removed, added] of edits) {
        const at = place % (text.length + 1);
        text = text.slice(0, at) + added + text.slice(at + removed);
        sections = splitText(text, sections);
        expect(sections.map((section) => section.text).join('')).toBe(text);
        expectWhole(sections, text);
        expectWholeLines(sections);
      }
    }),
    { numRuns: 50 },
  );
});

test('keeps the sections that didn’t change or only moved (catches a long text drawn again with each token)', () => {
  const before = splitText(line.repeat(60));
  expect(before.length).toBeGreaterThan(5);
  const grown = splitText(`${line.repeat(60)}more`, before);
  expect(grown.slice(0, -1)).toEqual(before.slice(0, -1));
  expect(grown.slice(0, -1).every((section, index) => section === before[index])).toBe(true);
  const edited = splitText(`${line.repeat(30)}X${line.repeat(30)}`, before);
  const isKept = edited.map((section) => before.includes(section));
  expect(isKept.filter((kept) => !kept)).toHaveLength(1);
  const changed = isKept.indexOf(false);
  expect(edited[changed]?.blocks.filter((block) => before[changed]?.blocks.includes(block) !== true)).toHaveLength(1);
});

test('splits only the section in which a text grows (catches work that grows with the text)', () => {
  const [head, tail] = [line.repeat(30), line.repeat(30)];
  let sections = splitText(head + tail);
  let written = '';
  for (let step = 0; step < 2000; step += 1) {
    const before = head.length + written.length;
    written += step % 100 < 50 ? 'a growing text, ' : 'in lines\n';
    const next = splitText(head + written + tail, sections, { start: before, end: tail.length });
    expect(next.filter((section) => !sections.includes(section)).length).toBeLessThanOrEqual(2);
    sections = next;
  }
  expectWhole(sections, head + written + tail);
  expectWholeLines(sections);
});
