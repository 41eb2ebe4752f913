import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvOptions, inPieces, readAll, readText } from './read-all.ts';

const valuesOf = async (content: string, ...rest: readonly [Parameters<typeof readText>[1]?, Parameters<typeof readText>[2]?]) => {
  const { rows } = await readText(content, ...rest);
  return rows.map(({ values }) => Object.values(values));
};

describe('a CSV file', () => {
  it('is read with the number of each row’s first line', async () => {
    const { columns, rows, problems } = await readText('id,text\n1,"two\nlines"\n\n2,"a ""word"""\n');
    expect(columns).toEqual(['id', 'text']);
    expect(rows).toEqual([
      { number: 2, values: { id: '1', text: 'two\nlines' } },
      { number: 5, values: { id: '2', text: 'a "word"' } },
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ['LF', 'a,b\n1,2\n3,4\n'],
    ['CRLF', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['CR', 'a,b\r1,2\r3,4\r'],
    ['mixed line breaks', 'a,b\r\n1,2\r3,4\n'],
    ['no break at the end', 'a,b\n1,2\n3,4'],
  ])('is read with %s, however it is cut', async (_, content) => {
    for (let size = 1; size <= content.length; size += 1) {
      const { rows } = await readAll(inPieces(content, size));
      expect(rows).toEqual([
        { number: 2, values: { a: '1', b: '2' } },
        { number: 3, values: { a: '3', b: '4' } },
      ]);
    }
  });

  it('may have line breaks in quotes of any kind, which become line feeds', async () => {
    expect(await valuesOf('a,b\r\n"x\r\ny\rz",2\r\n')).toEqual([['x\ny\nz', '2']]);
  });

  it('has quotes inside of fields that do not begin with one', async () => {
    expect(await valuesOf('size,name\n5" pipe,the "best"\n')).toEqual([['5" pipe', 'the "best"']]);
  });

  it('gets names for columns without one, and for those that have the same', async () => {
    const { columns } = await readText('a,,a, a ,a (2),\n1,2,3,4,5,6\n');
    expect(columns).toEqual(['a', 'Column 2', 'a (3)', 'a (4)', 'a (2)', 'Column 6']);
  });

  it('may have no header', async () => {
    const { columns, rows } = await readText('1,2\n3,4\n', { hasHeader: false });
    expect(columns).toEqual(['Column 1', 'Column 2']);
    expect(rows.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('may have a column that is called like a part of every object', async () => {
    const { rows } = await readText('__proto__,constructor\n1,2\n');
    expect(Object.entries(rows[0]?.values ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it('is read with tabs, semicolons and other delimiters', async () => {
    expect(await valuesOf('a\tb\n1,5\t"x\ty"\n', { format: 'tsv', delimiter: '\t' })).toEqual([['1,5', 'x\ty']]);
    expect(await valuesOf('a;b\n1,5;2\n', { delimiter: ';' })).toEqual([['1,5', '2']]);
    expect(await valuesOf('a||b\n1||2\n', { delimiter: '||' })).toEqual([['1', '2']]);
  });

  it('is read with commas if the delimiter can’t be one', async () => {
    for (const delimiter of ['', '"', '\n', '\r']) expect(await valuesOf('a,b\n1,2\n', { delimiter })).toEqual([['1', '2']]);
  });

  it('yields what the library yields for the whole text, whatever is in it and however it is cut', async () => {
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

describe('a bad line of a CSV file', () => {
  it('is named if it has too few fields, and its row is kept', async () => {
    const { rows, problems } = await readText('a,b,c\n1,2\n4,5,6\n');
    expect(rows.map(({ values }) => values)).toEqual([
      { a: '1', b: '2', c: '' },
      { a: '4', b: '5', c: '6' },
    ]);
    expect(problems).toEqual([{ kind: 'too-few-fields', effect: 'row-kept', number: 2, expected: 3, found: 2 }]);
  });

  it('is named and skipped if it has too many fields, unless they are empty', async () => {
    const { rows, problems } = await readText('a,b\n1,2,3\n4,5,,\n');
    expect(rows).toEqual([{ number: 3, values: { a: '4', b: '5' } }]);
    expect(problems).toEqual([{ kind: 'too-many-fields', effect: 'row-skipped', number: 2, expected: 2, found: 3 }]);
  });

  it('is skipped alone if it has a quote that is never closed', async () => {
    const { rows, problems } = await readText('a,b\n1,2\n3,"x\n5,6\n7,8\n');
    expect(rows.map(({ number }) => number)).toEqual([2, 4, 5]);
    expect(problems).toEqual([{ kind: 'bad-quotes', effect: 'row-skipped', number: 3 }]);
  });

  it('is skipped alone if it has a quote that is not closed within the longest record', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `${index},some text`);
    const { rows, problems } = await readText(`a,b\n1,2\n3,"x\n${lines.join('\n')}\n`, {}, { lineLength: 100_000 });
    expect(rows).toHaveLength(1 + lines.length);
    expect(rows.at(-1)).toEqual({ number: 3 + lines.length, values: { a: '19999', b: 'some text' } });
    expect(problems).toEqual([{ kind: 'bad-quotes', effect: 'row-skipped', number: 3 }]);
  });

  it('is skipped alone if it goes on after a closing quote', async () => {
    const { rows, problems } = await readText('a,b\n"Ann" Lee,2\n3,4\n"x",6\n');
    expect(rows.map(({ number }) => number)).toEqual([3, 4]);
    expect(problems).toEqual([{ kind: 'bad-quotes', effect: 'row-skipped', number: 2 }]);
  });

  it('is not among those with spaces after a closing quote, wherever the text is cut', async () => {
    const content = 'a,b\n"x"   ,"y"   \n3,4\n';
    for (let size = 1; size < content.length; size += 1) {
      const { rows, problems } = await readAll(inPieces(content, size), csvOptions, { lineLength: 40 });
      expect(problems).toEqual([]);
      expect(rows[0]?.values).toEqual({ a: 'x', b: 'y' });
    }
  });

  it('ends the reading after many of its kind, because the file is something else', async () => {
    const { rows, problems } = await readText(`a,b\n1,2\n${'"x" y,2\n'.repeat(20)}`, {}, { badQuotes: 10 });
    expect(rows).toHaveLength(1);
    expect(problems).toHaveLength(11);
    expect(problems.at(-1)).toEqual({ kind: 'too-many-bad-quotes', effect: 'stopped', number: 13, limit: 10 });
  });

  it('is named and skipped if it is too long, with quotes or without', async () => {
    const long = 'x'.repeat(200_000);
    const { rows, problems } = await readText(`a,b\n1,2\n3,${long}\n4,"${long}"\n5,6\n`, {}, { lineLength: 100_000 });
    expect(rows.map(({ number }) => number)).toEqual([2, 5]);
    expect(problems).toEqual([
      { kind: 'line-too-long', effect: 'row-skipped', number: 3, limit: 100_000 },
      { kind: 'line-too-long', effect: 'row-skipped', number: 4, limit: 100_000 },
    ]);
  });

  it('is read if it is as long as allowed', async () => {
    const { rows, problems } = await readText(`a,b\n1,"${'x'.repeat(99_995)}"\n`, {}, { lineLength: 100_000 });
    expect(problems).toEqual([]);
    expect(rows[0]?.values['b']).toHaveLength(99_995);
  });

  it('is named if it has NUL characters, which are replaced', async () => {
    const { rows, problems } = await readText('a,b\n1,x\0y\n3,4\n');
    expect(rows.map(({ values }) => values['b'])).toEqual(['x\uFFFDy', '4']);
    expect(problems).toEqual([{ kind: 'nul-characters', effect: 'row-kept', number: 2 }]);
  });

  it('is named if its bytes can’t be decoded, and kept', async () => {
    const { rows, problems } = await readText(Buffer.from([...Buffer.from('a,b\n1,caf'), 0xe9, ...Buffer.from('\n3,4\n')]));
    expect(rows.map(({ values }) => values['b'])).toEqual(['caf\uFFFD', '4']);
    expect(problems).toEqual([{ kind: 'undecodable-bytes', effect: 'row-kept', number: 2 }]);
  });
});

describe('the limits of a CSV file', () => {
  it('end the reading at too many columns', async () => {
    const { rows, problems } = await readText(`${'x,'.repeat(4096)}x\n1\n`);
    expect(rows).toEqual([]);
    expect(problems).toEqual([{ kind: 'too-many-columns', effect: 'stopped', number: 1, limit: 4096 }]);
  });

  it('end the reading at too many rows, and name the first that is not read', async () => {
    const { rows, problems } = await readText('a\n1\n2\n3\n4\n', {}, { rows: 2 });
    expect(rows).toHaveLength(2);
    expect(problems).toEqual([{ kind: 'too-many-rows', effect: 'stopped', number: 4, limit: 2 }]);
  });

  it('are not reached by exactly as many rows', async () => {
    expect((await readText('a\n1\n2\n', {}, { rows: 2 })).problems).toEqual([]);
  });

  it('name an empty file, and not one with a header only', async () => {
    expect((await readText('')).problems).toEqual([{ kind: 'empty', effect: 'stopped' }]);
    expect((await readText('\n\n  \n'.replaceAll(' ', ''))).problems).toEqual([{ kind: 'empty', effect: 'stopped' }]);
    expect(await readText('a,b\n')).toEqual({ columns: ['a', 'b'], rows: [], problems: [] });
    expect(await readText('a,b')).toEqual({ columns: ['a', 'b'], rows: [], problems: [] });
  });
});
