import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { detectTable } from '../../../../electron/core/runs/data/detect-table.ts';
import { countEmptyFormulas } from '../../../../electron/core/runs/data/empty-formulas.ts';
import type { TableLimits } from '../../../../electron/core/runs/data/table-types.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { csvOptions, inPieces, readAll, type ReadTable } from './read-all.ts';

const xlsxOptions = { ...csvOptions, format: 'xlsx' } as const;

async function readBook(bytes: Uint8Array, sheet: string | null = null, limits: Partial<TableLimits> = {}): Promise<ReadTable> {
  const file = path.join(await temporaryFolder(), 'book.xlsx');
  await writeFile(file, bytes);
  return readAll({ path: file }, { ...xlsxOptions, sheet }, limits);
}

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Creates a workbook with one sheet and the given XML in its rows. */
function book(rows: string, parts: Zippable = {}, sharedStrings?: string): Uint8Array {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    '_rels/.rels': strToU8(`<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${spreadsheet}" xmlns:r="${relations}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    ),
    ...(sharedStrings === undefined ? {} : { 'xl/sharedStrings.xml': strToU8(`<sst xmlns="${spreadsheet}">${sharedStrings}</sst>`) }),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet xmlns="${spreadsheet}"><sheetData>${rows}</sheetData></worksheet>`),
    ...parts,
  });
}

async function* pieces(xml: string, size: number) {
  for (let at = 0; at < xml.length; at += size) yield Buffer.from(xml.slice(at, at + size));
}

const textCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

describe('readXlsx', () => {
  it('reads texts, numbers, dates and booleans as Excel shows them', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Data',
          rows: [
            ['text', 'number', 'date', 'time', 'flag', 'empty'],
            ['=1+1 & <b>', 0.1 + 0.2, new Date(Date.UTC(2024, 1, 29)), new Date(Date.UTC(2024, 1, 29, 13, 5, 9)), true, null],
            [null, null, null, null, null, null],
            ['two\nlines', -3, null, null, false, ''],
          ],
        },
      ],
    });
    const { columns, rows, problems } = await readBook(bytes);
    expect(columns).toEqual(['text', 'number', 'date', 'time', 'flag', 'empty']);
    expect(rows).toEqual([
      {
        number: 2,
        values: {
          text: '=1+1 & <b>',
          number: '0.30000000000000004',
          date: '2024-02-29',
          time: '2024-02-29 13:05:09',
          flag: 'TRUE',
          empty: '',
        },
      },
      { number: 4, values: { text: 'two\nlines', number: '-3', date: '', time: '', flag: 'FALSE', empty: '' } },
    ]);
    expect(problems).toEqual([]);
  });

  it('reads the first sheet, or the one with a name', async () => {
    const bytes = await writeXlsx({
      sheets: ['One', 'Zwei & drei'].map((name) => ({ name, rows: [['a'], [name]] })),
    });
    const file = path.join(await temporaryFolder(), 'book.csv');
    await writeFile(file, bytes);
    expect(await detectTable(file)).toEqual({
      kind: 'detected',
      options: { ...xlsxOptions, sheet: 'One' },
      sheets: ['One', 'Zwei & drei'],
    });
    expect((await readBook(bytes)).rows[0]?.values).toEqual({ a: 'One' });
    expect((await readBook(bytes, 'Zwei & drei')).rows[0]?.values).toEqual({ a: 'Zwei & drei' });
    expect((await readBook(bytes, 'Vier')).problems).toEqual([{ kind: 'no-such-sheet', effect: 'stopped', sheet: 'Vier' }]);
  });

  it('reads rich texts, phonetic guides, escapes, formulas, errors and gaps', async () => {
    const strings =
      '<si><t>a</t></si><si><r><t>rich </t></r><r><t xml:space="preserve">text</t></r><rPh><t>not this</t></rPh></si><si><t>x_x0009_y</t></si>';
    const rows = `<row r="3"><c r="B3" t="s"><v>0</v></c><c r="D3" t="str"><v>b</v></c></row>
      <row r="7"><c r="B7" t="s"><v>1</v></c><c r="D7" t="str"><f>A1&amp;"x"</f><v>computed</v></c></row>
      <row r="8"><c r="B8" t="s"><v>2</v></c><c r="D8" t="e"><v>#N/A</v></c></row>
      <row r="9"><c r="B9" t="s"><v>99</v></c><c r="D9"><f>1+1</f></c></row>
      <row r="10"><c r="B10"><v>1</v></c><c r="F10"><v>2</v></c></row>`;
    const { columns, rows: read, problems } = await readBook(book(rows, {}, strings));
    expect(columns).toEqual(['Column 1', 'a', 'Column 3', 'b']);
    expect(read.map(({ number, values }) => [number, values['a'], values['b']])).toEqual([
      [7, 'rich text', 'computed'],
      [8, 'x\ty', '#N/A'],
      [10, '1', ''],
    ]);
    expect(problems).toEqual([
      { kind: 'empty-formulas', effect: 'row-kept', count: 1 },
      { kind: 'cells-without-column', effect: 'row-kept', number: 10 },
    ]);
  });

  it('counts formulas without a saved value, of any program (catches cells that are empty without a word)', async () => {
    const sheet = (cells: string, prefix = ''): string =>
      `<${prefix}worksheet xmlns${prefix && ':x'}="${spreadsheet}"><${prefix}sheetData><${prefix}row>${cells}</${prefix}row></${prefix}sheetData></${prefix}worksheet>`;
    const empty = ['<c r="B1" s="2"><f>A1+1</f><v></v></c>', '<c><f t="shared" si="0"/><v/></c>', '<c t="str">\n<f>"x"&amp;A1</f></c>'];
    const others = ['<c><v>1</v></c>', '<c><f>1+1</f><v>2</v></c>', '<c t="str"><f>""</f><v></v></c>', '<c/>', '<c t="s"><v>0</v></c>'];
    const xml = sheet([...empty, ...others, ...empty].join(''));
    const prefixed = sheet('<x:c><x:v>1</x:v></x:c><x:c r="B1"><x:f>A1+1</x:f><x:v/></x:c>', 'x:');
    expect((await readBook(book('', { 'xl/worksheets/sheet1.xml': strToU8(xml) }))).problems[0]).toEqual({
      kind: 'empty-formulas',
      effect: 'row-kept',
      count: 6,
    });
    expect((await readBook(book('', { 'xl/worksheets/sheet1.xml': strToU8(prefixed) }))).problems).toMatchObject([{ count: 1 }]);
    for (let size = 1; size <= xml.length; size += 1) expect(await countEmptyFormulas(pieces(xml, size))).toBe(6);
    for (let size = 1; size <= prefixed.length; size += 1) expect(await countEmptyFormulas(pieces(prefixed, size))).toBe(1);
  });

  it('reads a small workbook without a path', async () => {
    const bytes = book(`<row>${textCell('a')}</row><row>${textCell('1')}</row>`);
    expect((await readAll(inPieces(bytes, 100), xlsxOptions)).rows).toEqual([{ number: 2, values: { a: '1' } }]);
    expect((await readAll(inPieces(bytes, 100), xlsxOptions, { workbookBytes: 200 })).problems).toEqual([
      { kind: 'workbook-too-large', effect: 'stopped' },
    ]);
  });
});

describe('readXlsx with a hostile workbook', () => {
  const unpacksTooLarge = { kind: 'unpacks-too-large', effect: 'stopped' };
  const spaces = new Uint8Array(20 * 1024 * 1024).fill(0x20);

  it('rejects a part with the compression ratio of a ZIP bomb before unpacking it', async () => {
    const bytes = book('', { 'xl/worksheets/sheet1.xml': spaces });
    expect(bytes.length).toBeLessThan(100 * 1024);
    const { problems } = await readBook(bytes);
    expect(problems).toEqual([unpacksTooLarge]);
  });

  it('rejects a part that is too large before unpacking it', async () => {
    const { problems } = await readBook(book(`<row>${textCell('x'.repeat(3000))}</row>`), null, { sheetBytes: 2000 });
    expect(problems).toEqual([unpacksTooLarge]);
  });

  it('stops when a part unpacks to more than its directory says', async () => {
    const bytes = Buffer.from(book('', { 'xl/worksheets/sheet1.xml': spaces }));
    // set the size in the directory and in the local header to 100 bytes
    const size = Buffer.alloc(4);
    size.writeUInt32LE(spaces.length);
    const small = Buffer.alloc(4);
    small.writeUInt32LE(100);
    for (let at = bytes.indexOf(size); at !== -1; at = bytes.indexOf(size, at + 1)) small.copy(bytes, at);
    const { problems } = await readBook(bytes);
    expect(problems).toMatchObject([{ kind: 'not-a-workbook', effect: 'stopped' }]);
  });

  it('refuses a part that is declared as empty and is not (catches one that is held to no size)', async () => {
    const bytes = Buffer.from(book('', { 'xl/sharedStrings.xml': spaces }));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(spaces.length);
    for (let at = bytes.indexOf(size); at !== -1; at = bytes.indexOf(size, at + 1)) bytes.fill(0, at, at + 4);
    expect((await readBook(bytes)).problems).toEqual([unpacksTooLarge]);
  });

  it('skips rows whose cells share one long text, and stops at too much text in total', async () => {
    const strings = `<si><t>${'x'.repeat(900)}</t></si>`;
    const cells = (count: number): string => `<row>${'<c t="s"><v>0</v></c>'.repeat(count)}</row>`;
    const bytes = book(`<row>${textCell('a')}</row>${cells(2)}${cells(1).repeat(20)}`, {}, strings);
    const skipped = await readBook(bytes, null, { lineLength: 1000 });
    expect(skipped.rows).toHaveLength(20);
    expect(skipped.problems).toEqual([{ kind: 'line-too-long', effect: 'row-skipped', number: 2, limit: 1000 }]);
    const stopped = await readBook(bytes, null, { sheetBytes: 10_000 });
    expect(stopped.problems.at(-1)).toEqual(unpacksTooLarge);
  });

  it('stops at too many strings, columns and rows', async () => {
    const shared = book('<row/>', {}, '<si/>'.repeat(4000));
    expect((await readBook(shared, null, { partBytes: 10_000 })).problems).toEqual([unpacksTooLarge]);
    const wide = book('<row><c r="XFD1"><v>1</v></c></row>');
    expect((await readBook(wide)).problems).toEqual([{ kind: 'too-many-columns', effect: 'stopped', number: 1, limit: 4096 }]);
    const tall = book(`<row>${textCell('a')}</row>${`<row>${textCell('x')}</row>`.repeat(5)}`);
    const { rows, problems } = await readBook(tall, null, { rows: 3 });
    expect(rows).toHaveLength(3);
    expect(problems).toEqual([{ kind: 'too-many-rows', effect: 'stopped', number: 5, limit: 3 }]);
  });

  it('reads no rows of a malformed sheet, and does not expand entities', async () => {
    const readSheet = (sheet: string) => readBook(book('', { 'xl/worksheets/sheet1.xml': strToU8(sheet) }));
    for (const sheet of ['<worksheet><sheetData><row>', '<worksheet></row>', '<worksheet', '']) {
      expect((await readSheet(sheet)).rows).toEqual([]);
    }
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>';
    expect((await readSheet(`${entities}<worksheet><sheetData><row>${textCell('&b;')}</row></sheetData></worksheet>`)).columns).toEqual([
      '&b;',
    ]);
  });

  it('rejects another kind of archive, and a truncated one', async () => {
    const whole = book(`<row>${textCell('a')}</row>`);
    for (const bytes of [zipSync({ 'a.txt': strToU8('x') }), whole.subarray(0, whole.length / 2), strToU8('text'), zipSync({})]) {
      expect((await readBook(bytes)).problems).toMatchObject([{ kind: 'not-a-workbook', effect: 'stopped' }]);
    }
  });

  it('rejects encrypted and old workbooks', async () => {
    const bytes = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    expect((await readBook(bytes)).problems).toEqual([{ kind: 'encrypted-or-old-workbook', effect: 'stopped' }]);
  });

  it('reports a sheet without cells as empty, and reads no rows from a header', async () => {
    expect((await readBook(book(''))).problems).toEqual([{ kind: 'empty', effect: 'stopped' }]);
    expect(await readBook(book(`<row>${textCell('a')}</row>`))).toEqual({ columns: ['a'], rows: [], problems: [] });
  });
});
