import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvOptions, inPieces, readAll, readText } from './read-all.ts';

const valuesOf = async (content: string, ...rest: readonly [Parameters<typeof readText>[1]?, Parameters<typeof readText>[2]?]) => {
  const { rows } = await readText(content, ...rest);
  return rows.map(({ values }) => Object.values(values));
};

describe('readDelimited', () => {
  it('numbers each row by its first line', async () => {
    const { columns, rows, problems } = await readText('id,text\n1,"two\nlines"\n\n2,"a ""word"""\n');
    expect(columns).toEqual(['id', 'text']);
    expect(rows).toEqual([
      { number: 2, values: { id: '1', text: 'two\nlines' } },
      { number: 5, values: { id: '2', text: 'a "word"' } },
    ]);
    expect(problems).toEqual([]);
  });

  it('stops at a line of very many fields before it is parsed (catches minutes on the main thread)', async () => {
    const { problems } = await readText(`${'"",'.repeat(200_000)}\n`);
    expect(problems).toMatchObject([{ kind: 'too-many-columns', effect: 'stopped' }]);
  });

  it('counts only the delimiters outside quotes in a long record', async () => {
    const text = 'a ""word"", and more, '.repeat(20_000);
    expect(await valuesOf(`id,text\n1,"${text}"\n`)).toEqual([['1', text.replaceAll('""', '"')]]);
  });

  it.each([
    ['LF', 'a,b\n1,2\n3,4\n'],
    ['CRLF', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['CR', 'a,b\r1,2\r3,4\r'],
    ['mixed line breaks', 'a,b\r\n1,2\r3,4\n'],
    ['no break at the end', 'a,b\n1,2\n3,4'],
  ])('reads %s for any chunk size', async (_, content) => {
    for (let size = 1; size <= content.length; size += 1) {
      const { rows } = await readAll(inPieces(content, size));
      expect(rows).toEqual([
        { number: 2, values: { a: '1', b: '2' } },
        { number: 3, values: { a: '3', b: '4' } },
      ]);
    }
  });

  it('converts line breaks in quotes to line feeds', async () => {
    expect(await valuesOf('a,b\r\n"x\r\ny\rz",2\r\n')).toEqual([['x\ny\nz', '2']]);
  });

  it('reads quotes inside unquoted fields', async () => {
    expect(await valuesOf('size,name\n5" pipe,the "best"\n')).toEqual([['5" pipe', 'the "best"']]);
  });

  it('generates names for unnamed columns and duplicates', async () => {
    const { columns } = await readText('a,,a, a ,a (2),\n1,2,3,4,5,6\n');
    expect(columns).toEqual(['a', 'Column 2', 'a (3)', 'a (4)', 'a (2)', 'Column 6']);
  });

  it('reads a file without a header', async () => {
    const { columns, rows } = await readText('1,2\n3,4\n', { hasHeader: false });
    expect(columns).toEqual(['Column 1', 'Column 2']);
    expect(rows.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('reads a column with the name of an object property', async () => {
    const { rows } = await readText('__proto__,constructor\n1,2\n');
    expect(Object.entries(rows[0]?.values ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it('reads tabs, semicolons and other delimiters', async () => {
    expect(await valuesOf('a\tb\n1,5\t"x\ty"\n', { format: 'tsv', delimiter: '\t' })).toEqual([['1,5', 'x\ty']]);
    expect(await valuesOf('a;b\n1,5;2\n', { delimiter: ';' })).toEqual([['1,5', '2']]);
    expect(await valuesOf('a||b\n1||2\n', { delimiter: '||' })).toEqual([['1', '2']]);
  });

  it('falls back to commas when the delimiter is invalid', async () => {
    for (const delimiter of ['', '"', '\n', '\r']) expect(await valuesOf('a,b\n1,2\n', { delimiter })).toEqual([['1', '2']]);
  });

  it('yields the same as Papa Parse for the whole text, for any text and chunk size', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', '😀', ';'), maxLength: 12 });
    const table = fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 150, max: 300 }), async (rows, size, lineLength) => {
        const text = Papa.unparse(rows, { quotes: true, newline: '\n' });
        const read = await readAll(inPieces(text, size), { ...csvOptions, hasHeader: false }, { lineLength });
        expect(read.rows.map(({ values }) => Object.values(values))).toEqual(rows);
        expect(read.problems).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('readDelimited with a bad line', () => {
  it('reports a line with too few fields and keeps its row', async () => {
    const { rows, problems } = await readText('a,b,c\n1,2\n4,5,6\n');
    expect(rows.map(({ values }) => values)).toEqual([
      { a: '1', b: '2', c: '' },
      { a: '4', b: '5', c: '6' },
    ]);
    expect(problems).toEqual([{ kind: 'too-few-fields', effect: 'row-kept', number: 2, expected: 3, found: 2 }]);
  });

  it('skips a line with too many fields, unless they are empty', async () => {
    const { rows, problems } = await readText('a,b\n1,2,3\n4,5,,\n');
    expect(rows).toEqual([{ number: 3, values: { a: '4', b: '5' } }]);
    expect(problems).toEqual([{ kind: 'too-many-fields', effect: 'row-skipped', number: 2, expected: 2, found: 3 }]);
  });

  it('skips only the line with a quote that is never closed', async () => {
    const { rows, problems } = await readText('a,b\n1,2\n3,"x\n5,6\n7,8\n');
    expect(rows.map(({ number }) => number)).toEqual([2, 4, 5]);
    expect(problems).toEqual([{ kind: 'bad-quotes', effect: 'row-skipped', number: 3 }]);
  });

  it('skips only the line with a quote that is not closed within the maximum length', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `${index},some text`);
    const { rows, problems } = await readText(`a,b\n1,2\n3,"x\n${lines.join('\n')}\n`, {}, { lineLength: 100_000 });
    expect(rows).toHaveLength(1 + lines.length);
    expect(rows.at(-1)).toEqual({ number: 3 + lines.length, values: { a: '19999', b: 'some text' } });
    expect(problems).toEqual([{ kind: 'bad-quotes', effect: 'row-skipped', number: 3 }]);
  });

  it('skips only the line with text after a closing quote', async () => {
    const { rows, problems } = await readText('a,b\n"Ann" Lee,2\n3,4\n"x",6\n');
    expect(rows.map(({ number }) => number)).toEqual([3, 4]);
    expect(problems).toEqual([{ kind: 'bad-quotes', effect: 'row-skipped', number: 2 }]);
  });

  it('accepts spaces after a closing quote, for any chunk size', async () => {
    const content = 'a,b\n"x"   ,"y"   \n3,4\n';
    for (let size = 1; size < content.length; size += 1) {
      const { rows, problems } = await readAll(inPieces(content, size), csvOptions, { lineLength: 40 });
      expect(problems).toEqual([]);
      expect(rows[0]?.values).toEqual({ a: 'x', b: 'y' });
    }
  });

  it('stops after many lines with malformed quotes', async () => {
    const { rows, problems } = await readText(`a,b\n1,2\n${'"x" y,2\n'.repeat(20)}`, {}, { badQuotes: 10 });
    expect(rows).toHaveLength(1);
    expect(problems).toHaveLength(11);
    expect(problems.at(-1)).toEqual({ kind: 'too-many-bad-quotes', effect: 'stopped', number: 13, limit: 10 });
  });

  it('skips a line that is too long, with quotes or without', async () => {
    const long = 'x'.repeat(200_000);
    const { rows, problems } = await readText(`a,b\n1,2\n3,${long}\n4,"${long}"\n5,6\n`, {}, { lineLength: 100_000 });
    expect(rows.map(({ number }) => number)).toEqual([2, 5]);
    expect(problems).toEqual([
      { kind: 'line-too-long', effect: 'row-skipped', number: 3, limit: 100_000 },
      { kind: 'line-too-long', effect: 'row-skipped', number: 4, limit: 100_000 },
    ]);
  });

  it('reads a line of the maximum length', async () => {
    const { rows, problems } = await readText(`a,b\n1,"${'x'.repeat(99_995)}"\n`, {}, { lineLength: 100_000 });
    expect(problems).toEqual([]);
    expect(rows[0]?.values['b']).toHaveLength(99_995);
  });

  it('reports and replaces NUL characters', async () => {
    const { rows, problems } = await readText('a,b\n1,x\0y\n3,4\n');
    expect(rows.map(({ values }) => values['b'])).toEqual(['x\uFFFDy', '4']);
    expect(problems).toEqual([{ kind: 'nul-characters', effect: 'row-kept', number: 2 }]);
  });

  it('reports undecodable bytes and keeps the row', async () => {
    const { rows, problems } = await readText(Buffer.from([...Buffer.from('a,b\n1,caf'), 0xe9, ...Buffer.from('\n3,4\n')]));
    expect(rows.map(({ values }) => values['b'])).toEqual(['caf\uFFFD', '4']);
    expect(problems).toEqual([{ kind: 'undecodable-bytes', effect: 'row-kept', number: 2 }]);
  });
});

describe('limits of readDelimited', () => {
  it('stops at too many columns', async () => {
    const { rows, problems } = await readText(`${'x,'.repeat(4096)}x\n1\n`);
    expect(rows).toEqual([]);
    expect(problems).toEqual([{ kind: 'too-many-columns', effect: 'stopped', number: 1, limit: 4096 }]);
  });

  it('stops at too many rows and reports the first that is not read', async () => {
    const { rows, problems } = await readText('a\n1\n2\n3\n4\n', {}, { rows: 2 });
    expect(rows).toHaveLength(2);
    expect(problems).toEqual([{ kind: 'too-many-rows', effect: 'stopped', number: 4, limit: 2 }]);
  });

  it('reads exactly the maximum number of rows', async () => {
    expect((await readText('a\n1\n2\n', {}, { rows: 2 })).problems).toEqual([]);
  });

  it('reports an empty file, but not one with only a header', async () => {
    expect((await readText('')).problems).toEqual([{ kind: 'empty', effect: 'stopped' }]);
    expect((await readText('\n\n  \n'.replaceAll(' ', ''))).problems).toEqual([{ kind: 'empty', effect: 'stopped' }]);
    expect(await readText('a,b\n')).toEqual({ columns: ['a', 'b'], rows: [], problems: [] });
    expect(await readText('a,b')).toEqual({ columns: ['a', 'b'], rows: [], problems: [] });
  });
});
