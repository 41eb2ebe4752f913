import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toResultTable, writeCsv } from '../../../../electron/core/runs/export/result-table.ts';
import { readDetected, readText } from '../data/read-all.ts';
import { collect, exportedResult, inSequence, oneColumn } from './exported-results.ts';

const linesOf = async (cells: Parameters<typeof oneColumn>[0], name?: string): Promise<readonly string[]> =>
  (await collect(writeCsv(oneColumn(cells, name)))).toString().replace('\uFEFF', '').split('\r\n').slice(0, -1);

describe('writeCsv', () => {
  it('writes the data, variant, answer, fields, tokens and times of each result', async () => {
    const results = [
      exportedResult({ values: { text: 'a, "b"', model: 'car' }, fields: { sure: 'true', tags: '["x"]', score: '-0.5' } }),
      exportedResult({ rowNumber: 3, state: 'failed', answer: '', failure: { code: 'rate-limited', message: 'Too many.' }, totalMs: null }),
      exportedResult({ rowNumber: 4, finish: 'length', repaired: true, attempts: 2, notes: ['First.', 'Second.'] }),
    ];
    const table = toResultTable({ data: ['text', 'model'], fields: ['sure', 'tags', 'score'] }, inSequence(results));
    const { columns, rows, problems } = await readDetected(await collect(writeCsv(table)));
    expect(problems).toEqual([]);
    expect(columns).toEqual([
      'row',
      'text',
      'model',
      'model (2)',
      'template',
      'repeat',
      'state',
      'answer',
      'sure',
      'tags',
      'score',
      'reasoning',
      'error',
      'error message',
      'label',
      'note',
      'prompt tokens',
      'completion tokens',
      'first byte ms',
      'total ms',
      'finish',
      'repaired',
      'attempts',
      'notes',
    ]);
    expect(rows[0]?.values).toMatchObject({
      row: '2',
      text: 'a, "b"',
      model: 'car',
      'model (2)': 'beta-4-scout',
      answer: 'yes',
      sure: 'true',
      tags: '["x"]',
      score: '-0.5',
      'first byte ms': '120.5',
    });
    expect(rows[1]?.values).toMatchObject({
      row: '3',
      state: 'failed',
      error: 'rate-limited',
      'error message': 'Too many.',
      'total ms': '',
    });
    expect(rows[2]?.values).toMatchObject({ finish: 'length', repaired: 'true', attempts: '2', notes: 'First. Second.' });
  });

  it.each([
    '=cmd|’/C calc’!A0',
    '=1+1',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '＝1+1',
    '－1＋2',
    '-',
    '+49 30 1234',
    '-5 degrees',
    '=HYPERLINK("http://x")',
    '\n\n=1+1',
    ' @SUM(1)',
  ])('escapes %j, which a spreadsheet would read as a formula', async (text) => {
    const [, line = ''] = await linesOf([text]);
    expect(line.replace(/^"/, '')).toMatch(/^'/);
    const { rows } = await readText(`text\n${line}\n`);
    expect(rows[0]?.values['text']).toBe(`'${text}`);
  });

  it('escapes formulas in column names', async () => {
    expect((await linesOf([], '=1+1'))[0]).toBe(`"'=1+1"`);
  });

  it('does not escape numbers, also as strings', async () => {
    const numbers = [-5, 1e21, '-5', '+3.25', '-.5', '-1e-7', '5.'];
    expect(await linesOf(numbers)).toEqual(['text', '-5', '1e+21', '-5', '+3.25', '-.5', '-1e-7', '5.']);
  });

  it('writes any text so that it reads back unchanged', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', '😀', ';', "'", '1'), maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 450 }), async (pairs) => {
        const table = { columns: ['a', 'b'], rows: inSequence(pairs) };
        const { rows, problems } = await readText(await collect(writeCsv(table)));
        expect(problems).toEqual([]);
        const kept = pairs.filter(([first, second]) => first !== '' || second !== '');
        expect(rows.map(({ values }) => Object.values(values)).filter(([first, second]) => first !== '' || second !== '')).toEqual(kept);
      }),
      { numRuns: 60 },
    );
  });

  it('stays fast for texts that are almost numbers', async () => {
    const text = `-${'1'.repeat(1_000_000)}x`;
    expect((await linesOf([text, text.slice(1)])).map((line) => line.slice(0, 3))).toEqual(['tex', `"'-`, '111']);
  });

  it('writes only a header without results', async () => {
    expect(await linesOf([])).toEqual(['text']);
  });
});
