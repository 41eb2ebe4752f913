import { byteOrderMark, formatCsv } from '../../shared/csv.ts';
import type { ExportCell, ExportTable } from './result-table.ts';

/** Rows per chunk. */
const batchSize = 200;

/** Writes CSV in UTF-8 with a byte order mark. */
export async function* writeCsv({ columns, rows }: ExportTable, delimiter: ',' | ';' | '\t' = ','): AsyncGenerator<Uint8Array> {
  const toBytes = (lines: readonly (readonly ExportCell[])[]): Uint8Array => Buffer.from(formatCsv(lines, delimiter));
  yield Buffer.from(byteOrderMark);
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
