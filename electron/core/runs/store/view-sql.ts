import type { SQLInputValue } from 'node:sqlite';
import type { ResultColumn, ResultFilter, ResultView } from '../../../contract/run-results.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { cellKeySql, cellRange, findSlot, rowKeySql, rowRange, type CellOrder } from './keys.ts';

/** The run of a view. */
export interface ViewedRun {
  readonly key: number;
  readonly order: CellOrder;
  readonly columns: readonly string[];
}

/** A piece of SQL with its values. */
interface Sql {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/** Matches a text that counts as a number. */
const numberPattern = /^\s*[+-]?(\d+([.]\d*)?|[.]\d+)(e[+-]?\d+)?\s*$/i;

/** Returns SQL for the keys of the rows of a view, in their order. Rows without the value that they are sorted by come last. */
export function orderSql(db: Database, run: ViewedRun, { sort, filters }: ResultView): Sql {
  const joins = createJoins();
  const { from, to } = rowRange(run.key);
  const conditions = filters.map((filter) => filterSql(run, filter, joins));
  const sortKey = sort && sort.column.kind !== 'row' ? sortSql(db, run, sort.column, joins) : { text: 'r.key', values: [] };
  // in ascending order, NULL is first and a blob last; NULLS LAST would cost SQLite's fast comparison
  const order = sort?.isDescending ? `${sortKey.text} DESC` : `coalesce(${sortKey.text}, x'')`;
  const where = ['r.key BETWEEN ? AND ?', ...conditions.map(({ text }) => `(${text})`)].join(' AND ');
  return {
    text: `SELECT r.key FROM data_row r ${joins.text()} WHERE ${where} ORDER BY ${order}, r.key`,
    values: [from, to, ...conditions.flatMap(({ values }) => values), ...sortKey.values],
  };
}

const numberColumns: ReadonlySet<ResultColumn['kind']> = new Set(['row', 'first-token', 'total-time', 'tokens', 'length']);

/** Returns the value that rows are sorted by. Lower case once for each row is faster than NOCASE for each comparison. */
function sortSql(db: Database, run: ViewedRun, column: ResultColumn, joins: Joins): Sql {
  const { text, values } = columnSql(run, column, joins);
  const isNumeric = numberColumns.has(column.kind) || looksNumeric(db, run, { text, values }, joins);
  return { values, text: isNumeric ? `CAST(nullif(${text}, '') AS REAL)` : `lower(nullif(${text}, ''))` };
}

const sampleSize = 200;

/** Returns whether the first values are numbers. A column is sorted as numbers or as text, never as both. */
function looksNumeric(db: Database, run: ViewedRun, { text, values }: Sql, joins: Joins): boolean {
  const { from, to } = rowRange(run.key);
  const sample = db.all<{ value: unknown }>(
    `SELECT ${text} AS value FROM data_row r ${joins.text()} WHERE r.key BETWEEN ? AND ? LIMIT ${sampleSize}`,
    ...values,
    from,
    to,
  );
  const filled = sample.map(({ value }) => value).filter((value) => value !== null && value !== '');
  return filled.length > 0 && filled.every((value) => typeof value === 'number' || numberPattern.test(String(value)));
}

type Joins = ReturnType<typeof createJoins>;

/** Collects the results that a view needs, one join for each cell. */
function createJoins() {
  const slots = new Set<number>();
  return {
    alias: (slot: number): string => {
      slots.add(slot);
      return `c${slot}`;
    },
    text: (): string => [...slots].map((slot) => `LEFT JOIN result c${slot} ON c${slot}.key = ${cellKeySql(slot)}`).join(' '),
  };
}

/** Returns a column's value. */
function columnSql(run: ViewedRun, column: ResultColumn, joins: Joins): Sql {
  switch (column.kind) {
    case 'row':
      return { text: 'r.key', values: [] };
    case 'label':
      return { text: "coalesce(r.label, '')", values: [] };
    case 'note':
      return { text: "coalesce(r.note, '')", values: [] };
    case 'value': {
      const index = run.columns.indexOf(column.column);
      // a row ends with its last value that isn't empty
      return { text: index === -1 ? "''" : `coalesce(json_extract(r.data, '$[${index}]'), '')`, values: [] };
    }
    case 'answer':
    case 'state':
    case 'failure':
    case 'first-token':
    case 'total-time':
    case 'tokens':
    case 'length':
    case 'field': {
      const slot = findSlot(run.order, column);
      if (slot === undefined) return { text: "''", values: [] };
      const alias = joins.alias(slot);
      if (column.kind === 'field') return { text: `${alias}.fields ->> ?`, values: [`$.${JSON.stringify(column.field)}`] };
      return { text: column.kind === 'answer' ? answerSql(alias) : `${alias}.${resultColumns[column.kind]}`, values: [] };
    }
  }
}

/** Returns an answer without the white space around it, which is stored but not shown. */
export function answerSql(alias: string): string {
  return `trim(${alias}.answer, char(9, 10, 11, 12, 13, 32, 160))`;
}

const resultColumns = {
  state: 'state',
  failure: 'code',
  'first-token': 'first_token_ms',
  'total-time': 'total_ms',
  tokens: 'completion_tokens',
  length: 'length',
} as const;

/** Returns the condition of a filter. */
function filterSql(run: ViewedRun, filter: ResultFilter, joins: Joins): Sql {
  switch (filter.kind) {
    case 'column':
      return columnFilter(columnSql(run, filter.column, joins), filter.is, filter.text);
    case 'failed':
      return failedFilter(run, filter.variantId);
    case 'anywhere': {
      const [rows, cells] = [rowRange(run.key), cellRange(run.key)];
      // each table is read once from its start to its end, which is faster than the results of each row
      return {
        text: `r.key IN (
          SELECT key FROM data_row WHERE key BETWEEN ${rows.from} AND ${rows.to} AND instr(lower(data), lower(?)) > 0
          UNION SELECT ${rowKeySql('key')} FROM result WHERE key BETWEEN ${cells.from} AND ${cells.to} AND instr(lower(answer), lower(?)) > 0)`,
        // as it is written inside JSON
        values: [JSON.stringify(filter.text).slice(1, -1), filter.text],
      };
    }
    case 'variants-differ': {
      const [left, right] = [filter.left, filter.right].map((variantId) => findSlot(run.order, { variantId, repeat: 1 }));
      if (left === undefined || right === undefined) return { text: '0', values: [] };
      const [a, b] = [joins.alias(left), joins.alias(right)];
      return {
        text: `coalesce(${a}.fields, ${answerSql(a)}) IS NOT coalesce(${b}.fields, ${answerSql(b)}) AND ${a}.key IS NOT NULL AND ${b}.key IS NOT NULL`,
        values: [],
      };
    }
  }
}

function failedFilter(run: ViewedRun, variantId: string | null): Sql {
  const { repeats, variantIds } = run.order;
  const index = variantId === null ? 0 : variantIds.indexOf(variantId);
  const last = variantId === null ? variantIds.length * repeats - 1 : (index + 1) * repeats - 1;
  if (index === -1) return { text: '0', values: [] };
  return {
    text: `EXISTS (SELECT 1 FROM result x INDEXED BY result_failed
      WHERE x.state <> 'done' AND x.key BETWEEN ${cellKeySql(index * repeats)} AND ${cellKeySql(last)})`,
    values: [],
  };
}

type Comparison = Extract<ResultFilter, { kind: 'column' }>['is'];

function columnFilter({ text: column, values }: Sql, is: Comparison, text: string): Sql {
  const isNumberText = numberPattern.test(text);
  const compare = (operator: '<' | '>'): Sql =>
    isNumberText
      ? { text: `${column} <> '' AND CAST(${column} AS REAL) ${operator} ?`, values: [...values, ...values, Number(text)] }
      : { text: `${column} COLLATE NOCASE ${operator} ?`, values: [...values, text] };
  switch (is) {
    case 'contains':
      return { text: `instr(lower(${column}), lower(?)) > 0`, values: [...values, text] };
    case 'lacks':
      return { text: `instr(lower(coalesce(${column}, '')), lower(?)) = 0`, values: [...values, text] };
    case 'equals':
      return { text: `CAST(${column} AS TEXT) = ? COLLATE NOCASE`, values: [...values, text] };
    case 'differs':
      return { text: `CAST(${column} AS TEXT) IS NOT ? COLLATE NOCASE`, values: [...values, text] };
    case 'less':
      return compare('<');
    case 'more':
      return compare('>');
    case 'empty':
      return { text: `coalesce(${column}, '') = ''`, values };
    case 'filled':
      return { text: `coalesce(${column}, '') <> ''`, values };
  }
}
