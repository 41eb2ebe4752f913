import type { TableOptions } from '../../../contract/run-recipe.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { readFile } from './read-file.ts';
import { readBatch, readJson, readJsonLines } from './read-json.ts';
import {
  problemItem,
  tableLimits,
  TableStop,
  type TableItem,
  type TableLimits,
  type TableInput,
  damageProblems,
  isDamaged,
  withoutNul,
} from './table-types.ts';
import { readXlsx } from './read-xlsx.ts';
import { TextDecoder } from 'node:util';
import Papa from 'papaparse';
import { numberedColumnNames, uniqueColumnNames } from './column-names.ts';
import { createRecordReader, type ParsedRecord } from './delimited-records.ts';

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
      return readJson(texts, limits);
    case 'openai-batch':
      return readBatch(texts, limits);
  }
}

/**
 * Decodes bytes to text, removes a byte order mark and converts every line break to `\n`, because a file may mix them. Undecodable
 * bytes become U+FFFD.
 */
async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  let endsWithCarriageReturn = false;
  const normalize = (text: string, isLast: boolean): string => {
    let joined = endsWithCarriageReturn ? `\r${text}` : text;
    // a carriage return at the end of a chunk may be followed by a line feed in the next
    endsWithCarriageReturn = !isLast && joined.endsWith('\r');
    if (endsWithCarriageReturn) joined = joined.slice(0, -1);
    return joined.includes('\r') ? joined.replaceAll(/\r\n?/g, '\n') : joined;
  };
  for await (const piece of bytes) {
    const text = normalize(decoder.decode(piece, { stream: true }), false);
    if (text !== '') yield text;
  }
  const rest = normalize(decoder.decode(), true);
  if (rest !== '') yield rest;
}

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new TableStop({ kind: 'unknown-encoding', effect: 'stopped', encoding });
  }
}

/** Reads CSV or TSV. */
async function* readDelimited(
  texts: AsyncIterable<string>,
  { delimiter, hasHeader }: { readonly delimiter: string; readonly hasHeader: boolean },
  limits: TableLimits,
): AsyncGenerator<TableItem> {
  const records = createRecordReader(delimiter === '' || Papa.BAD_DELIMITERS.includes(delimiter) ? ',' : delimiter, limits);
  let columns: readonly string[] | undefined;

  function* take(record: ParsedRecord): Generator<TableItem> {
    if (record.kind === 'problem') {
      yield problemItem(record.problem);
      return;
    }
    const { number, fields } = record;
    if (columns === undefined) {
      if (fields.length > limits.columns) {
        throw new TableStop({ kind: 'too-many-columns', effect: 'stopped', number, limit: limits.columns });
      }
      columns = hasHeader ? uniqueColumnNames(fields.map(withoutNul)) : numberedColumnNames(fields.length);
      yield { kind: 'columns', columns };
      if (hasHeader) {
        yield* damageProblems(number, fields).map(problemItem);
        return;
      }
    }
    yield* toRow(number, fields, columns);
  }

  for await (const text of texts) for (const record of records.push(text)) yield* take(record);
  for (const record of records.end()) yield* take(record);
}

function* toRow(number: number, fields: readonly string[], columns: readonly string[]): Generator<TableItem> {
  const expected = columns.length;
  const found = fields.length;
  if (found > expected && fields.slice(expected).some((field) => field !== '')) {
    yield problemItem({ kind: 'too-many-fields', effect: 'row-skipped', number, expected, found });
    return;
  }
  if (found < expected) yield problemItem({ kind: 'too-few-fields', effect: 'row-kept', number, expected, found });
  const isRowDamaged = fields.some(isDamaged);
  if (isRowDamaged) yield* damageProblems(number, fields).map(problemItem);
  const values = Object.fromEntries(
    columns.map((column, index) => [column, isRowDamaged ? withoutNul(fields[index] ?? '') : (fields[index] ?? '')]),
  );
  yield { kind: 'row', number, values };
}
