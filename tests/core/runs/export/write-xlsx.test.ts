import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { writeXlsx } from '../../../../electron/core/runs/export/result-table.ts';
import { csvOptions, inPieces, readAll } from '../data/read-all.ts';
import { collect, inSequence, oneColumn } from './exported-results.ts';

const readBack = async (bytes: Uint8Array): Promise<readonly (string | undefined)[]> => {
  const { rows, problems } = await readAll(inPieces(bytes, 10_000), { ...csvOptions, format: 'xlsx' });
  expect(problems).toEqual([]);
  return rows.map(({ values }) => values['text']);
};
const sheetOf = (bytes: Uint8Array): string => strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());

describe('writeXlsx', () => {
  it('writes every string as text (catches formulas in data)', async () => {
    const texts = [
      '=cmd|’/C calc’!A0',
      '+1',
      '-1',
      '@x',
      '\tx',
      '<f>1+1</f>',
      '007',
      ' spaces ',
      'two\nlines',
      'café 😀',
      '_x0041_',
      'TRUE',
    ];
    const bytes = await collect(writeXlsx(oneColumn(texts)));
    expect(await readBack(bytes)).toEqual(texts);
    expect(sheetOf(bytes)).not.toContain('<f>');
  });

  it('writes numbers as numbers and null as an empty cell', async () => {
    const bytes = await collect(writeXlsx(oneColumn([-5, 0.25, 1e21, true, null, 'end'])));
    expect(await readBack(bytes)).toEqual(['-5', '0.25', '1e+21', 'TRUE', 'end']);
    expect(sheetOf(bytes)).toContain('<v>-5</v>');
  });

  it('replaces characters that XML does not allow', async () => {
    const bytes = await collect(writeXlsx(oneColumn(['a\0b\u0001c\uFFFFd', 'half \uD83D of a pair'])));
    expect((await readAll(inPieces(bytes, 10_000), { ...csvOptions, format: 'xlsx' })).rows.map(({ values }) => values['text'])).toEqual([
      'a\uFFFDb\uFFFDc\uFFFDd',
      'half \uFFFD of a pair',
    ]);
  });

  it('truncates texts that exceed the limit of a cell, with a note', async () => {
    const [text = ''] = await readBack(await collect(writeXlsx(oneColumn(['x'.repeat(40_000)]))));
    expect(text).toHaveLength(32_767);
    expect(text).toMatch(/x… \[cut here; [^\]]+\]$/);
  });

  it('stops reading its rows when the reader cancels', async () => {
    let isClosed = false;
    async function* rows(): AsyncGenerator<readonly string[]> {
      try {
        for (;;) yield ['some text that takes its place'];
      } finally {
        isClosed = true;
      }
    }
    for await (const piece of writeXlsx({ columns: ['text'], rows: rows() })) if (piece.length > 1000) break;
    await expect.poll(() => isClosed).toBe(true);
  });

  it('fails when its rows fail', async () => {
    async function* rows(): AsyncGenerator<readonly string[]> {
      yield ['x'];
      throw new Error('the disk is gone');
    }
    await expect(collect(writeXlsx({ columns: ['text'], rows: rows() }))).rejects.toThrow('the disk is gone');
  });

  it('writes a header without results', async () => {
    const bytes = await collect(writeXlsx({ columns: ['a', 'b'], rows: inSequence([]) }));
    expect(await readAll(inPieces(bytes, 10_000), { ...csvOptions, format: 'xlsx' })).toEqual({
      columns: ['a', 'b'],
      rows: [],
      problems: [],
    });
  });
});
