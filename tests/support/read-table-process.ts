import type { TableOptions } from '../../electron/contract/run-recipe.ts';
import { detectOptions, detectTable } from '../../electron/core/runs/data/detect-table.ts';
import { readTable } from '../../electron/core/runs/data/read-table.ts';

/**
 * Reads a generated table in its own process, whose memory can be limited and measured, and prints the result. The bytes are generated
 * while they are read: `HEAD`, then `PIECE` repeated up to `BYTES`, then `TAIL`. Reads a file if `PIECE` is empty.
 */
const [name = '', head = '', piece = '', bytes = '0', tail = ''] = process.argv.slice(2);

const block = Buffer.from(piece.repeat(Math.max(1, Math.floor((256 * 1024) / Math.max(1, Buffer.byteLength(piece))))));
let read = 0;
async function* generate(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  for (; read < Number(bytes); read += block.length) yield block;
  yield Buffer.from(tail);
}

const signal = new AbortController().signal;
const source = piece === '' ? { path: name } : { bytes: generate() };
const options = 'path' in source ? await detectFile(source.path) : detectOptions(Buffer.concat([Buffer.from(head), block]), name);
if (!options) throw new Error('The table was not detected.');
let rows = 0;
let last: unknown;
const problems: unknown[] = [];
for await (const item of readTable(source, options, signal)) {
  if (item.kind === 'row') {
    rows += 1;
    last = { number: item.number, values: item.values };
  } else if (item.kind === 'problem') problems.push(item.problem);
}
console.log(JSON.stringify({ rows, last, problems, read }));

async function detectFile(path: string): Promise<TableOptions | undefined> {
  const detected = await detectTable(path);
  return detected.kind === 'detected' ? detected.options : undefined;
}
