import { uniqueColumnNames } from '../data/column-names.ts';
import { byteOrderMark, formatCsv } from '../../shared/csv.ts';
import { writeXlsxStream } from 'hucre/xlsx';

/** A value of an exported table. A string is never a formula. Null is an empty cell. */
type ExportCell = string | number | boolean | null;

/** A result to export: the answer or failure of a row, a variant and a repeat. */
export interface ExportedResult {
  /** The number of the row in the source. */
  readonly rowNumber: number;
  readonly values: Readonly<Record<string, string>>;
  readonly variantId: string;
  readonly model: string;
  readonly template: string;
  /** Starts at 1. */
  readonly repeat: number;
  readonly state: string;
  readonly answer: string;
  readonly reasoning: string;
  /** The fields of a structured answer. */
  readonly fields: Readonly<Record<string, string>>;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly label: string | null;
  readonly note: string;
  readonly tokens: { readonly prompt: number | null; readonly completion: number | null };
  readonly firstByteMs: number | null;
  readonly totalMs: number | null;
  /** Why the answer ended. `length` means that it was cut off. */
  readonly finish: string | null;
  /** Whether the answer has the required form only after a second request. */
  readonly repaired: boolean;
  /** Requests for this answer. */
  readonly attempts: number;
  /** Remarks about how the answer was produced. */
  readonly notes: readonly string[];
}

/** The columns of an export that depend on the run. */
interface ExportColumns {
  /** Columns of the table. */
  readonly data: readonly string[];
  /** Fields of structured answers. */
  readonly fields: readonly string[];
}

/** A table to write. Its column names are unique, and each row has a cell for each. */
export interface ExportTable {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly ExportCell[]>;
}

type ResultColumn = readonly [name: string, cell: (result: ExportedResult) => ExportCell];

const columnsAfterData: readonly ResultColumn[] = [
  ['model', ({ model }) => model],
  ['template', ({ template }) => template],
  ['repeat', ({ repeat }) => repeat],
  ['state', ({ state }) => state],
  ['answer', ({ answer }) => answer],
];

const columnsAfterFields: readonly ResultColumn[] = [
  ['reasoning', ({ reasoning }) => reasoning],
  ['error', ({ failure }) => failure?.code ?? null],
  ['error message', ({ failure }) => failure?.message ?? null],
  ['label', ({ label }) => label],
  ['note', ({ note }) => note],
  ['prompt tokens', ({ tokens }) => tokens.prompt],
  ['completion tokens', ({ tokens }) => tokens.completion],
  ['first byte ms', ({ firstByteMs }) => firstByteMs],
  ['total ms', ({ totalMs }) => totalMs],
  ['finish', ({ finish }) => finish],
  ['repaired', ({ repaired }) => repaired],
  ['attempts', ({ attempts }) => attempts],
  ['notes', ({ notes }) => notes.join(' ')],
];

/** Converts results to a table with a row for each: its data, variant, answer, fields, tokens and times. */
export function toResultTable({ data, fields: fieldNames }: ExportColumns, results: AsyncIterable<ExportedResult>): ExportTable {
  const columns: readonly ResultColumn[] = [
    ['row', ({ rowNumber }) => rowNumber],
    ...data.map((name): ResultColumn => [name, ({ values }) => values[name] ?? '']),
    ...columnsAfterData,
    ...fieldNames.map((name): ResultColumn => [name, ({ fields }) => fields[name] ?? null]),
    ...columnsAfterFields,
  ];
  return { columns: uniqueColumnNames(columns.map(([name]) => name)), rows: toRows(columns, results) };
}

async function* toRows(columns: readonly ResultColumn[], results: AsyncIterable<ExportedResult>): AsyncGenerator<readonly ExportCell[]> {
  for await (const result of results) yield columns.map(([, cell]) => cell(result));
}

/** Rows per chunk. */
const batchSize = 200;

/** Writes CSV in UTF-8 with a byte order mark. */
export async function* writeCsv({ columns, rows }: ExportTable): AsyncGenerator<Uint8Array> {
  const toBytes = (lines: readonly (readonly ExportCell[])[]): Uint8Array => Buffer.from(formatCsv(lines));
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

/** The limit of Excel, which does not open a workbook with longer cells. */
const maxCellLength = 32_767;
const cutMark = '… [cut here; the JSONL and CSV exports have the whole text]';

/**
 * Writes a workbook. Strings have the cell type text, so that none becomes a formula. Rows that exceed the limit of a sheet continue in
 * the next.
 */
export async function* writeXlsx({ columns, rows }: ExportTable): AsyncGenerator<Uint8Array> {
  const stream = writeXlsxStream(toCells(columns, rows), { name: 'Results', freezePane: { rows: 1 }, zip64: true });
  const reader = stream.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    await reader.cancel();
  }
}

async function* toCells(columns: readonly string[], rows: ExportTable['rows']): AsyncGenerator<ExportCell[]> {
  yield columns.map(toSheetCell);
  for await (const row of rows) yield row.map(toSheetCell);
}

function toSheetCell(value: ExportCell): ExportCell {
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
