import type { SQLInputValue } from 'node:sqlite';
import type { ResultColumn, ResultFilter } from '../../../contract/run-results.ts';
import { cellKeySql, cellRange, findSlot, rowKeySql, rowRange, type CellOrder } from './keys.ts';

/** The run of a view. */
export interface ViewedRun {
  readonly key: number;
  readonly rows: number;
  readonly order: CellOrder;
  readonly columns: readonly string[];
}

/** A piece of SQL with its values. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SQLInputValue[];
}

/** Collects the results that a view needs, one join for each cell. */
export interface Joins {
  readonly alias: (slot: number) => string;
  readonly text: () => string;
}

/** Matches a text that counts as a number. */
export const numberPattern = /^\s*[+-]?(\d+([.]\d*)?|[.]\d+)(e[+-]?\d+)?\s*$/i;

/** Creates an empty collection. */
export function createJoins(): Joins {
  const slots = new Set<number>();
  return {
    alias: (slot) => {
      slots.add(slot);
      return `c${slot}`;
    },
    text: () => [...slots].map((slot) => `LEFT JOIN result c${slot} ON c${slot}.key = ${cellKeySql(slot)}`).join(' '),
  };
}

/** Returns a column's value. */
export function columnSql(run: ViewedRun, column: ResultColumn, joins: Joins): Sql {
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
export function filterSql(run: ViewedRun, filter: ResultFilter, joins: Joins): Sql {
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
