import Papa from 'papaparse';
import type { ExportCell, ExportTable } from './result-table.ts';

/**
 * Starts of a text that spreadsheets take for a formula, also in their full-width forms. Papa Parse puts an apostrophe before them.
 * Texts that are numbers as a whole, such as “-5”, are none.
 */
const formulaStart = /^(?![+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$)[=+\-@\t\r＝＋－＠]/;

/** Rows that are written at once. */
const batchSize = 200;

/** Writes CSV in UTF-8, with a byte order mark, because Excel takes text without one for Windows-1252. */
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
