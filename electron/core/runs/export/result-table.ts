import { uniqueColumnNames } from '../data/column-names.ts';

/** A value of an exported table. Text is never taken for a formula; null is an empty cell. */
export type ExportCell = string | number | boolean | null;

/** A result as it is exported: one answer, or one failure, for a row, a variant and a repeat. */
export interface ExportedResult {
  /** The number of the row in the source. */
  readonly rowNumber: number;
  readonly values: Readonly<Record<string, string>>;
  readonly variantId: string;
  readonly model: string;
  readonly template: string;
  /** From 1. */
  readonly repeat: number;
  readonly state: string;
  readonly answer: string;
  readonly reasoning: string;
  /** What was read from a structured answer. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly label: string | null;
  readonly note: string;
  readonly tokens: { readonly prompt: number | null; readonly completion: number | null };
  readonly firstByteMs: number | null;
  readonly totalMs: number | null;
}

/** The columns of an export that differ from run to run. */
export interface ExportColumns {
  /** Those of the data. */
  readonly data: readonly string[];
  /** Those of structured answers. */
  readonly fields: readonly string[];
}

/** A table to be written: names of columns that are all different, and rows of as many cells. */
export interface ExportTable {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly ExportCell[]>;
}

type OwnColumn = readonly [name: string, cell: (result: ExportedResult) => ExportCell];

const before: readonly OwnColumn[] = [['row', ({ rowNumber }) => rowNumber]];

const after: readonly OwnColumn[] = [
  ['model', ({ model }) => model],
  ['template', ({ template }) => template],
  ['repeat', ({ repeat }) => repeat],
  ['state', ({ state }) => state],
  ['answer', ({ answer }) => answer],
];

const last: readonly OwnColumn[] = [
  ['reasoning', ({ reasoning }) => reasoning],
  ['error', ({ failure }) => failure?.code ?? null],
  ['error message', ({ failure }) => failure?.message ?? null],
  ['label', ({ label }) => label],
  ['note', ({ note }) => note],
  ['prompt tokens', ({ tokens }) => tokens.prompt],
  ['completion tokens', ({ tokens }) => tokens.completion],
  ['first byte ms', ({ firstByteMs }) => firstByteMs],
  ['total ms', ({ totalMs }) => totalMs],
];

/** Lays results out as a table, one row for each: the data, the variant, the answer and its fields, and what it took. */
export function toResultTable({ data, fields }: ExportColumns, results: AsyncIterable<ExportedResult>): ExportTable {
  const columns = [...before.map(([name]) => name), ...data, ...after.map(([name]) => name), ...fields, ...last.map(([name]) => name)];
  return { columns: uniqueColumnNames(columns), rows: toRows({ data, fields }, results) };
}

async function* toRows({ data, fields }: ExportColumns, results: AsyncIterable<ExportedResult>): AsyncGenerator<readonly ExportCell[]> {
  for await (const result of results) {
    yield [
      ...before.map(([, cell]) => cell(result)),
      ...data.map((column) => result.values[column] ?? ''),
      ...after.map(([, cell]) => cell(result)),
      ...fields.map((field) => toCell(result.fields[field])),
      ...last.map(([, cell]) => cell(result)),
    ];
  }
}

function toCell(value: unknown): ExportCell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}
