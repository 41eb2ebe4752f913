import Papa from 'papaparse';
import type { ExportCell, ExportTable } from './result-table.ts';

/**
 * Matches a text that a spreadsheet would read as a formula, also with a full-width character. Papa Parse puts an apostrophe before it.
 * Numbers such as “-5” don't match.
 */
const formulaStart = /^(?![+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$)[=+\-@\t\r＝＋－＠]/;

/** Rows per chunk. */
const batchSize = 200;

/** Writes CSV in UTF-8 with a byte order mark, because Excel reads text without one as Windows-1252. */
export async function* writeCsv({ columns, rows }: ExportTable, delimiter: ',' | ';' | '\t' = ','): AsyncGenerator<Uint8Array> {
  const toBytes = (lines: readonly (readonly ExportCell[])[]): Uint8Array =>
    Buffer.from(`${Papa.unparse([...lines], { delimiter, newline: '\r\n', escapeFormulae: formulaStart })}\r\n`);
  yield Buffer.from('\uFEFF');
  yield toBytes([columns]);
  let batch: (readonly ExportCell[])[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === batchSize) {
      yield toBytes(batch);
      batch = [];
    }
  }
  if (batch.length > 0) yield toBytes(batch);
}
