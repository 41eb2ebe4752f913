import Papa from 'papaparse';

/** A cell of a table. Null is an empty cell. */
export type CsvCell = string | number | boolean | null;

/** Excel takes a file without it for Windows-1252. */
export const byteOrderMark = '\uFEFF';

/**
 * Starts of a text that spreadsheets take for a formula, also in their full-width forms. Papa Parse puts an apostrophe before them.
 * Numbers, such as “-5”, are none.
 */
const formulaStart = /^(?!-inf$|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$)[=+\-@\t\r＝＋－＠]/;

/** Returns rows as CSV. No text becomes a formula. */
export function formatCsv(rows: readonly (readonly CsvCell[])[], delimiter: ',' | ';' | '\t' = ','): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : cell)));
  return `${Papa.unparse(cells, { delimiter, newline: '\r\n', escapeFormulae: formulaStart })}\r\n`;
}

/** The names of infinity are those that spreadsheets and Python read. */
function formatNumber(value: number): number | string {
  if (Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return '';
  return value > 0 ? 'inf' : '-inf';
}
