import type { CellValue } from 'hucre';
import { formatTable } from '../format-table.ts';

/** Different values that are counted in a column. */
const maxValues = 1000;
const shownValues = 3;
const maxValueLength = 40;

interface Column {
  filled: number;
  numbers: number;
  dates: number;
  sum: number;
  low: number;
  high: number;
  readonly values: Map<string, number>;
}

/** Summarises the columns of a table, row by row: type, filled cells, range, most frequent values. */
export function createColumnSummary() {
  const columns: Column[] = [];

  const describe = (name: string, { filled, numbers, dates, sum, low, high, values }: Column): readonly string[] => {
    const frequent = [...values].toSorted(([, a], [, b]) => b - a).slice(0, shownValues);
    const examples = frequent.map(([value]) => (value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value)).join('; ');
    const different = values.size === maxValues ? `${maxValues} or more` : String(values.size);
    if (filled === 0) return [name, 'empty', '0', '0', '', ''];
    if (numbers === filled)
      return [name, 'number', String(filled), different, `${low} to ${high}, mean ${Number((sum / filled).toPrecision(4))}`, ''];
    if (dates === filled) return [name, 'date', String(filled), different, `${formatDay(low)} to ${formatDay(high)}`, ''];
    return [name, numbers + dates === 0 ? 'text' : 'mixed', String(filled), different, '', examples];
  };

  return {
    add: (row: readonly CellValue[]): void => {
      for (const [index, value] of row.entries()) {
        const column = (columns[index] ??= createColumn());
        if (value === null || value === undefined || value === '') continue;
        column.filled += 1;
        const number = value instanceof Date ? value.getTime() : value;
        if (typeof number === 'number') {
          if (value instanceof Date) column.dates += 1;
          else column.numbers += 1;
          column.sum += number;
          column.low = Math.min(column.low, number);
          column.high = Math.max(column.high, number);
        }
        const text = String(number);
        if (column.values.size < maxValues || column.values.has(text)) column.values.set(text, (column.values.get(text) ?? 0) + 1);
      }
    },
    /** Writes the summary as a table, in which each column is a row. */
    format: (header: readonly string[], rows: number): string => {
      const names = Array.from({ length: Math.max(header.length, columns.length) }, (_, index) => header[index] ?? `Column ${index + 1}`);
      const described = names.map((name, index) => describe(name, columns[index] ?? createColumn()));
      return `${rows} rows, ${names.length} columns\n\n${formatTable([['Column', 'Type', 'Filled', 'Different', 'Range', 'Most frequent'], ...described])}`;
    },
  };
}

function createColumn(): Column {
  return { filled: 0, numbers: 0, dates: 0, sum: 0, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY, values: new Map() };
}

function formatDay(time: number): string {
  return Number.isNaN(new Date(time).getTime()) ? '' : new Date(time).toISOString().slice(0, 10);
}
