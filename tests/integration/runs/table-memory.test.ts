/** @module-tag long */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const readScript = path.resolve(import.meta.dirname, '../../support/read-table-process.ts');
const writeScript = path.resolve(import.meta.dirname, 'write-workbook-script.ts');
const peakScript = pathToFileURL(path.resolve(import.meta.dirname, 'print-peak-script.ts')).href;
/** A heap too small for the rows of a large table. The process dies if it holds them. */
const heapMegabytes = 48;
const semiSpaceMegabytes = 4;
/** Buffers outside the heap that are not freed yet. */
const slackMegabytes = 16;
/** The longest line is held in several copies until its end is found. */
const lineMegabytes = 4 * 16;

interface Outcome {
  readonly rows: number;
  readonly last: { readonly number: number; readonly values: Readonly<Record<string, string>> };
  readonly problems: readonly unknown[];
  readonly read: number;
}

interface Measured {
  readonly peakMegabytes: number;
}

interface Generated {
  readonly name: string;
  readonly head?: string;
  readonly piece: string;
  readonly bytes: number;
  readonly tail?: string;
}

/** Runs a script with a limited heap. Returns its output and its peak memory. */
async function run(args: readonly string[], heap = heapMegabytes): Promise<Measured & { readonly output: string }> {
  const flags = [`--max-old-space-size=${heap}`, `--max-semi-space-size=${semiSpaceMegabytes}`, '--import', peakScript];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, ...args]);
  const lines = stdout.trimEnd().split('\n');
  return { output: lines.slice(0, -1).join('\n'), peakMegabytes: Number(lines.at(-1)) };
}

async function read({ name, head = '', piece, bytes, tail = '' }: Generated, heap?: number): Promise<Outcome & Measured> {
  const { output, peakMegabytes } = await run([readScript, name, head, piece, String(bytes), tail], heap);
  return { ...(JSON.parse(output) as Outcome), peakMegabytes };
}

/**
 * Returns the peak memory that is allowed for a large table. The heap may fill up to its limit before V8 collects garbage: the old space,
 * and new objects in up to three semi-spaces. Memory outside the heap may not grow.
 */
function allowedPeak(few: Measured, heap = heapMegabytes): number {
  return few.peakMegabytes + heap + 3 * semiSpaceMegabytes + slackMegabytes;
}

describe('memory of reading a table', () => {
  const text = 'some words, as an answer has them, '.repeat(12);

  it.each([
    ['CSV', { name: 'x.csv', head: 'id,text\n', piece: `7,"${text}"\n` }],
    ['CSV in one column of quotes', { name: 'x.csv', head: '"text"\n', piece: `"${text}"\n` }],
    ['JSONL', { name: 'x.jsonl', piece: `{"id":7,"text":"${text}"}\n` }],
    ['a JSON list', { name: 'x.json', head: '[{"id":1}', piece: `,{"id":7,"text":"${text}"}`, tail: ']' }],
  ])('takes no more memory for 245,000 rows of %s than for a thousand', async (_, table) => {
    const size = table.piece.length;
    const few = await read({ ...table, bytes: 1000 * size });
    const many = await read({ ...table, bytes: 245_000 * size });
    expect(many.problems).toEqual([]);
    expect(many.rows).toBeGreaterThan(243_000);
    expect(many.last.values['text']).toBe(text);
    expect(many.peakMegabytes).toBeLessThan(allowedPeak(few));
  });

  it('takes no more memory to write and read a large workbook than a small one', async () => {
    const folder = await temporaryFolder();
    const answer = text.repeat(2);
    const writeAndRead = async (count: number): Promise<readonly [Measured, Outcome & Measured]> => {
      const name = path.join(folder, `${count}.xlsx`);
      const written = await run([writeScript, name, String(count), answer]);
      return [written, await read({ name, piece: '', bytes: 0 })];
    };
    const [fewWritten, fewRead] = await writeAndRead(1000);
    const [manyWritten, manyRead] = await writeAndRead(150_000);
    expect(manyRead.problems).toEqual([]);
    expect(manyRead.rows).toBe(150_000);
    expect(manyRead.last).toEqual({ number: 150_001, values: { id: '149999', text: `${answer} 149999` } });
    expect(manyWritten.peakMegabytes).toBeLessThan(allowedPeak(fewWritten));
    expect(manyRead.peakMegabytes).toBeLessThan(allowedPeak(fewRead));
  });

  it('reads a CSV file of 600 MB without holding it in memory', async () => {
    const size = 600_000_000;
    const piece = `7,"${'a long text, for a row '.repeat(190)}"\n`;
    const few = await read({ name: 'x.csv', head: 'id,text\n', piece, bytes: 1000 * piece.length });
    const { rows, problems, read: bytes, peakMegabytes } = await read({ name: 'x.csv', head: 'id,text\n', piece, bytes: size });
    expect(bytes).toBeGreaterThanOrEqual(size);
    expect(problems).toEqual([]);
    expect(rows).toBe(Math.round(bytes / piece.length));
    expect(peakMegabytes).toBeLessThan(allowedPeak(few));
  });

  it('stops after 250,000 rows and reports the next one', async () => {
    const outcome = await read({ name: 'x.csv', head: 'id,text\n', piece: '7,x\n', bytes: 2 ** 32 });
    expect(outcome.rows).toBe(250_000);
    expect(outcome.problems).toEqual([{ kind: 'too-many-rows', effect: 'stopped', number: 250_002, limit: 250_000 }]);
    expect(outcome.read).toBeLessThan(2_000_000);
  });

  it.each([
    ['CSV', { name: 'x.csv', head: 'id,text\n1,x\n2,', piece: 'x', tail: '\n3,y\n' }],
    ['CSV, in quotes', { name: 'x.csv', head: 'id,text\n1,x\n2,"', piece: 'x, ', tail: '"\n3,y\n' }],
    ['CSV, of delimiters', { name: 'x.csv', head: 'id,text\n1,x\n2,', piece: ',', tail: '\n3,y\n' }],
    ['JSONL', { name: 'x.jsonl', head: '{"text":"x"}\n\n{"text":"', piece: 'x', tail: '"}\n{"text":"y"}' }],
  ])('skips a line of 300 MB of %s with little memory', async (_, table) => {
    const heap = heapMegabytes + lineMegabytes;
    const few = await read({ ...table, bytes: 1000 });
    const { last, rows, problems, peakMegabytes } = await read({ ...table, bytes: 300_000_000 }, heap);
    expect(problems).toEqual([{ kind: 'line-too-long', effect: 'row-skipped', number: 3, limit: 16 * 1024 * 1024 }]);
    expect(rows).toBe(2);
    expect(last).toMatchObject({ number: 4, values: { text: 'y' } });
    expect(peakMegabytes).toBeLessThan(allowedPeak(few, heap));
  });
});
