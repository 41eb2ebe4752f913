/** A cell of a table. Null is an empty cell. */
export type CsvCell = string | number | null;

/** Starts of a text that spreadsheets take for a formula, also in their full-width forms. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/;

/** Returns a table as CSV, with a byte order mark, because Excel takes text without one for Windows-1252. No text becomes a formula. */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')}`;
}

function formatCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return formatNumber(cell);
  const inert = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** The names of infinity that spreadsheets and Python read. */
function formatNumber(value: number): string {
  if (Number.isNaN(value)) return '';
  return Number.isFinite(value) ? String(value) : value > 0 ? 'inf' : '-inf';
}
