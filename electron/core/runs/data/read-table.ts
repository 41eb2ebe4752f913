import type { TableOptions } from '../../../contract/run-recipe.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { decodeText } from './decode-text.ts';
import { readDelimited } from './read-delimited.ts';
import { readFile } from './read-file.ts';
import { readBatch, readJsonArray, readJsonLines } from './read-json.ts';
import { problemItem, tableLimits, TableStop, type TableItem, type TableLimits, type TableInput } from './table-types.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

/**
 * Reads a table row by row. Yields its problems among the rows. A problem with the effect `stopped` is the last item. Throws only the
 * reason of an aborted signal.
 */
export async function* readTable(
  source: TableInput,
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

function readItems(source: TableInput, options: TableOptions, signal: AbortSignal, limits: TableLimits): AsyncIterable<TableItem> {
  if (options.format === 'xlsx') return readXlsx(source, options, limits);
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
