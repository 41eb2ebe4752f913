import Papa from 'papaparse';

/** A cell of a table. Null is an empty cell. */
export type CsvCell = string | number | boolean | null;

/** Excel reads a file without it as Windows-1252. */
export const byteOrderMark = '\uFEFF';

/**
 * Matches a text that a spreadsheet would read as a formula, also after white space or with a full-width character. Papa Parse puts an apostrophe before it.
 * Numbers such as “-5” don't match.
 */
const formulaStart = /^(?:[\t\r]|\s*(?!-inf$|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$)[=+\-@＝＋－＠])/;

/** Returns rows as CSV. No text becomes a formula. */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : cell)));
  return `${Papa.unparse(cells, { newline: '\r\n', escapeFormulae: formulaStart })}\r\n`;
}

/** The names of infinity are those that spreadsheets and Python read. */
function formatNumber(value: number): number | string {
  if (Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return '';
  return value > 0 ? 'inf' : '-inf';
}
