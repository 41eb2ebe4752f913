import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { writeXlsx } from '../../../electron/core/runs/export/write-xlsx.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const script = path.resolve(import.meta.dirname, '../../support/read-table-process.ts');
/** A heap too small for the rows of a large table. The process dies if it holds them. */
const heapMegabytes = 48;
/** The longest line is held in several copies until its end is found. */
const lineMegabytes = 4 * 16;

interface Outcome {
  readonly rows: number;
  readonly last: { readonly number: number; readonly values: Readonly<Record<string, string>> };
  readonly problems: readonly unknown[];
  readonly read: number;
  readonly peakMegabytes: number;
}

interface Generated {
  readonly name: string;
  readonly head?: string;
  readonly piece: string;
  readonly bytes: number;
  readonly tail?: string;
}

async function read({ name, head = '', piece, bytes, tail = '' }: Generated, heap = heapMegabytes): Promise<Outcome> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    `--max-old-space-size=${heap}`,
    '--max-semi-space-size=4',
    script,
    name,
    head,
    piece,
    String(bytes),
    tail,
  ]);
  return JSON.parse(stdout) as Outcome;
}

describe('memory of reading a table', () => {
  const text = 'some words, as an answer has them, '.repeat(3);

  it.each([
    ['CSV', { name: 'x.csv', head: 'id,text\n', piece: `7,"${text}"\n` }],
    ['CSV in one column of quotes', { name: 'x.csv', head: '"text"\n', piece: `"${text}"\n` }],
    ['JSONL', { name: 'x.jsonl', piece: `{"id":7,"text":"${text}"}\n` }],
    ['a JSON list', { name: 'x.json', head: '[{"id":1}', piece: `,{"id":7,"text":"${text}"}`, tail: ']' }],
  ])('takes no more memory for a million rows of %s than for a thousand', async (_, table) => {
    const size = table.piece.length;
    const few = await read({ ...table, bytes: 1000 * size });
    const many = await read({ ...table, bytes: 990_000 * size });
    expect(many.problems).toEqual([]);
    expect(many.rows).toBeGreaterThan(985_000);
    expect(many.last.values['text']).toBe(text);
    expect(many.peakMegabytes).toBeLessThan(few.peakMegabytes + heapMegabytes);
  });

  it('takes no more memory to write and read a workbook of a million rows than of a thousand', async () => {
    const folder = await temporaryFolder();
    async function* rows(count: number): AsyncGenerator<readonly (string | number)[]> {
      for (let row = 0; row < count; row += 1) yield [row, `${text} ${row}`];
    }
    const write = async (count: number): Promise<string> => {
      const file = path.join(folder, `${count}.xlsx`);
      await writeFile(file, writeXlsx({ columns: ['id', 'text'], rows: rows(count) }));
      return file;
    };
    const few = await read({ name: await write(1000), piece: '', bytes: 0 });
    const many = await read({ name: await write(1_000_000), piece: '', bytes: 0 });
    expect(many.problems).toEqual([]);
    expect(many.rows).toBe(1_000_000);
    expect(many.last).toEqual({ number: 1_000_001, values: { id: '999999', text: `${text} 999999` } });
    expect(many.peakMegabytes).toBeLessThan(few.peakMegabytes + heapMegabytes);
  });

  it('reads a CSV file of 4 GB without holding it in memory', async () => {
    const piece = `7,"${'a long text, for a row '.repeat(190)}"\n`;
    const few = await read({ name: 'x.csv', head: 'id,text\n', piece, bytes: 1000 * piece.length });
    const { rows, problems, read: bytes, peakMegabytes } = await read({ name: 'x.csv', head: 'id,text\n', piece, bytes: 2 ** 32 });
    expect(bytes).toBeGreaterThanOrEqual(2 ** 32);
    expect(problems).toEqual([]);
    expect(rows).toBe(Math.round(bytes / piece.length));
    expect(peakMegabytes).toBeLessThan(few.peakMegabytes + heapMegabytes);
  });

  it('stops after a million rows and reports the next one', async () => {
    const outcome = await read({ name: 'x.csv', head: 'id,text\n', piece: '7,x\n', bytes: 2 ** 32 });
    expect(outcome.rows).toBe(1_000_000);
    expect(outcome.problems).toEqual([{ kind: 'too-many-rows', effect: 'stopped', number: 1_000_002, limit: 1_000_000 }]);
    expect(outcome.read).toBeLessThan(8_000_000);
  });

  it.each([
    ['CSV', { name: 'x.csv', head: 'id,text\n1,x\n2,', piece: 'x', tail: '\n3,y\n' }],
    ['CSV, in quotes', { name: 'x.csv', head: 'id,text\n1,x\n2,"', piece: 'x, ', tail: '"\n3,y\n' }],
    ['CSV, of delimiters', { name: 'x.csv', head: 'id,text\n1,x\n2,', piece: ',', tail: '\n3,y\n' }],
    ['JSONL', { name: 'x.jsonl', head: '{"text":"x"}\n\n{"text":"', piece: 'x', tail: '"}\n{"text":"y"}' }],
  ])('skips a line of 100 MB of %s with little memory', async (_, table) => {
    const few = await read({ ...table, bytes: 1000 });
    const { last, rows, problems, peakMegabytes } = await read({ ...table, bytes: 100_000_000 }, heapMegabytes + lineMegabytes);
    expect(problems).toEqual([{ kind: 'line-too-long', effect: 'row-skipped', number: 3, limit: 16 * 1024 * 1024 }]);
    expect(rows).toBe(2);
    expect(last).toMatchObject({ number: 4, values: { text: 'y' } });
    expect(peakMegabytes).toBeLessThan(few.peakMegabytes + lineMegabytes + heapMegabytes);
  });
});
