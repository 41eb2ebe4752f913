import { writeXlsxStream } from 'hucre/xlsx';
import type { ExportCell, ExportTable } from './result-table.ts';

/** The limit of Excel, which does not open a workbook with longer cells. */
const maxCellLength = 32_767;
const cutMark = '… [cut here; the JSONL and CSV exports have the whole text]';

/**
 * Writes a workbook. Strings have the cell type text, so that none becomes a formula. Rows that exceed the limit of a sheet continue in
 * the next.
 */
export async function* writeXlsx({ columns, rows }: ExportTable, sheetName = 'Results'): AsyncGenerator<Uint8Array> {
  const stream = writeXlsxStream(toCells(columns, rows), { name: sheetName, freezePane: { rows: 1 }, zip64: true });
  const reader = stream.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    await reader.cancel();
  }
}

async function* toCells(columns: readonly string[], rows: ExportTable['rows']): AsyncGenerator<ExportCell[]> {
  yield columns.map(toCell);
  for await (const row of rows) yield row.map(toCell);
}

function toCell(value: ExportCell): ExportCell {
  if (typeof value !== 'string') return value;
  const text = value.length > maxCellLength ? `${value.slice(0, maxCellLength - cutMark.length)}${cutMark}` : value;
  return (
    text
      // XML allows neither control characters nor lone surrogates
      .toWellFormed()
      .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '\uFFFD')
      // Excel reads `_x0041_` as “A”, so the underscore is escaped
      .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
  );
}
