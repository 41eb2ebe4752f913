import { createReadStream } from 'node:fs';
import { errorMessage } from '../../shared/node-error.ts';
import { decodeText } from './decode-text.ts';
import { readDelimited } from './read-delimited.ts';
import { readBatch, readJsonArray, readJsonLines } from './read-json.ts';
import {
  problemItem,
  tableLimits,
  TableStop,
  type TableItem,
  type TableLimits,
  type TableOptions,
  type TableSource,
} from './table-types.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

/**
 * Reads a table row by row, with little of it in memory. Problems are items among the rows; one whose effect is `stopped` is the last item.
 * Throws only what the signal was aborted with.
 */
export async function* readTable(
  source: TableSource,
  options: TableOptions,
  signal: AbortSignal,
  limits: TableLimits = tableLimits,
): AsyncGenerator<TableItem> {
  let rows = 0;
  let hasColumns = false;
  try {
    for await (const item of readItems(source, options, signal, limits)) {
      signal.throwIfAborted();
      if (item.kind === 'columns') hasColumns = true;
      if (item.kind === 'row') {
        if (rows === limits.rows) {
          yield problemItem({ kind: 'too-many-rows', effect: 'stopped', number: item.number, limit: limits.rows });
          return;
        }
        rows += 1;
      }
      yield item;
      if (item.kind === 'problem' && item.problem.effect === 'stopped') return;
    }
    if (!hasColumns) yield problemItem({ kind: 'empty', effect: 'stopped' });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TableStop) yield problemItem(error.problem);
    else yield problemItem({ kind: 'unreadable-file', effect: 'stopped', message: errorMessage(error) });
  }
}

function readItems(source: TableSource, options: TableOptions, signal: AbortSignal, limits: TableLimits): AsyncIterable<TableItem> {
  if (options.format === 'xlsx') return readXlsx(source, options, signal, limits);
  const texts = decodeText('path' in source ? readFile(source.path, signal) : source.bytes, options.encoding);
  switch (options.format) {
    case 'csv':
    case 'tsv':
      return readDelimited(texts, options, limits);
    case 'jsonl':
      return readJsonLines(texts, limits);
    case 'json':
      return readJsonArray(texts, limits);
    case 'openai-batch':
      return readBatch(texts, limits);
  }
}

/** Opens the file only when it is read. */
async function* readFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024, signal })) if (Buffer.isBuffer(piece)) yield piece;
}
