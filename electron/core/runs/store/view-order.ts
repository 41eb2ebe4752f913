import type { ResultColumn, ResultView } from '../../../contract/run-results.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { cellRange, findSlot, rowKeySql, rowRange, slotSql } from './keys.ts';
import { columnSql, createJoins, filterSql, numberPattern, type Joins, type Sql, type ViewedRun } from './view-sql.ts';

type Sort = NonNullable<ResultView['sort']>;

/** Returns whether a view is the whole table in its own order. */
export function isWholeTable({ sort, filters }: ResultView): boolean {
  return filters.length === 0 && (sort === null || (sort.column.kind === 'row' && !sort.isDescending));
}

/** Returns the numbers of the rows in a view, in their order. Rows without the value that they are sorted by come last. */
export function readOrder(db: Database, run: ViewedRun, view: ResultView): Int32Array {
  const { sort, filters } = view;
  const slot = sort && filters.length === 0 ? scannedSlot(run, sort.column) : undefined;
  return sort && slot !== undefined ? readOrderOfCells(db, run, slot, sort) : readOrderOfRows(db, run, view);
}

/** With more cells per row, it is faster to find a cell by its row than to scan all results. */
const maxScannedCells = 4;

/** Returns the cell whose results alone have all values of a column, if it is faster not to read the rows. */
function scannedSlot({ order }: ViewedRun, column: ResultColumn): number | undefined {
  const isScanned = 'variantId' in column && order.variantIds.length * order.repeats <= maxScannedCells;
  return isScanned ? findSlot(order, column) : undefined;
}

function readOrderOfCells(db: Database, run: ViewedRun, slot: number, { column, isDescending }: Sort): Int32Array {
  const joins = createJoins();
  const sortKey = sortSql(db, run, column, joins);
  const alias = joins.alias(slot);
  const { from, to } = cellRange(run.key);
  const found = db.one<{ rows: string | null }>(
    `SELECT group_concat(number, ',') FILTER (WHERE value IS NOT NULL) AS rows FROM (
       SELECT ${rowKeySql(`${alias}.key`)} - ${rowRange(run.key).from} AS number, ${sortKey.text} AS value FROM result ${alias}
       WHERE ${alias}.key BETWEEN ? AND ? AND ${slotSql(`${alias}.key`)} = ${slot}
       ORDER BY value ${isDescending ? 'DESC' : 'ASC'}, number)`,
    ...sortKey.values,
    from,
    to,
  );
  return appendMissingRows(parseNumbers(found?.rows ?? ''), run.rows);
}

/** Appends the rows of the table that are not in `first`, in their order. */
function appendMissingRows(first: Int32Array, rows: number): Int32Array {
  if (first.length === rows) return first;
  const isFirst = new Uint8Array(rows + 1);
  for (const row of first) isFirst[row] = 1;
  const all = new Int32Array(rows);
  all.set(first);
  let at = first.length;
  for (let row = 1; row <= rows; row += 1) {
    if (isFirst[row] === 1) continue;
    all[at] = row;
    at += 1;
  }
  return all;
}

function readOrderOfRows(db: Database, run: ViewedRun, { sort, filters }: ResultView): Int32Array {
  const joins = createJoins();
  const { from, to } = rowRange(run.key);
  const conditions = filters.map((filter) => filterSql(run, filter, joins));
  const sortKey = sort && sort.column.kind !== 'row' ? sortSql(db, run, sort.column, joins) : rowNumber;
  const direction = sort?.isDescending ? 'DESC' : 'ASC';
  const where = ['r.key BETWEEN ? AND ?', ...conditions.map(({ text }) => `(${text})`)].join(' AND ');
  // one text instead of as many rows as the table has, which would cost more than the search
  const found = db.one<{ rows: string | null; empty: number }>(
    `SELECT group_concat(number, ',') AS rows, count(*) - count(value) AS empty FROM (
       SELECT r.key - ${from} AS number, ${sortKey.text} AS value FROM data_row r ${joins.text()} WHERE ${where}
       ORDER BY value ${direction}, number)`,
    ...sortKey.values,
    from,
    to,
    ...conditions.flatMap(({ values }) => values),
  );
  const numbers = parseNumbers(found?.rows ?? '');
  // SQLite has them first in ascending order; NULLS LAST would cost its fast comparison
  return direction === 'ASC' && found ? moveToEnd(numbers, found.empty) : numbers;
}

const rowNumber: Sql = { text: 'r.key', values: [] };

/** Returns the value that rows are sorted by. Lower case once for each row is faster than NOCASE for each comparison. */
function sortSql(db: Database, run: ViewedRun, column: ResultColumn, joins: Joins): Sql {
  const sortKey = columnSql(run, column, joins);
  const isNumeric = isNumber(column) || looksNumeric(db, run, sortKey, joins);
  return { ...sortKey, text: isNumeric ? `CAST(nullif(${sortKey.text}, '') AS REAL)` : `lower(nullif(${sortKey.text}, ''))` };
}

function moveToEnd(numbers: Int32Array, count: number): Int32Array {
  if (count === 0) return numbers;
  const moved = new Int32Array(numbers.length);
  moved.set(numbers.subarray(count));
  moved.set(numbers.subarray(0, count), numbers.length - count);
  return moved;
}

/** The parser of JSON is faster than a loop that runs for the first time. */
function parseNumbers(text: string): Int32Array {
  return Int32Array.from(JSON.parse(`[${text}]`) as readonly number[]);
}

const numberColumns: ReadonlySet<ResultColumn['kind']> = new Set(['row', 'first-token', 'total-time', 'tokens', 'length']);
function isNumber({ kind }: ResultColumn): boolean {
  return numberColumns.has(kind);
}

const sampleSize = 200;

/** Returns whether the first values are numbers. A column is sorted as numbers or as text, never as both. */
function looksNumeric(db: Database, run: ViewedRun, sortKey: Sql, joins: Joins): boolean {
  const { from, to } = rowRange(run.key);
  const values = db.all<{ value: unknown }>(
    `SELECT ${sortKey.text} AS value FROM data_row r ${joins.text()} WHERE r.key BETWEEN ? AND ? LIMIT ${sampleSize}`,
    ...sortKey.values,
    from,
    to,
  );
  const filled = values.map(({ value }) => value).filter((value) => value !== null && value !== '');
  return filled.length > 0 && filled.every((value) => typeof value === 'number' || numberPattern.test(String(value)));
}
