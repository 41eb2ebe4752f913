import { recipeLimits } from '../../../contract/constants.ts';

/** Where a table is read from. A path is read in place. */
export type TableInput = { readonly path: string } | { readonly bytes: AsyncIterable<Uint8Array> };

/**
 * An item of a table. The columns come before the first row. In JSON they come again, with the new names at their end, if a row has
 * fields that no earlier row had. The number of a row is its line, its place in the list (from 1) or its row in the sheet.
 */
export type TableItem =
  | { readonly kind: 'columns'; readonly columns: readonly string[] }
  | { readonly kind: 'row'; readonly number: number; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'problem'; readonly problem: ParseProblem };

/** A problem of a row, with its number in the source and the effect on the row or on the rest of the file. */
export type RowProblem = { readonly number: number } & (
  | { readonly kind: 'nul-characters'; readonly effect: 'row-kept' }
  | { readonly kind: 'undecodable-bytes'; readonly effect: 'row-kept' }
  | { readonly kind: 'too-few-fields'; readonly effect: 'row-kept'; readonly expected: number; readonly found: number }
  | { readonly kind: 'too-many-fields'; readonly effect: 'row-skipped'; readonly expected: number; readonly found: number }
  | { readonly kind: 'cells-without-column'; readonly effect: 'row-kept' }
  | { readonly kind: 'line-too-long'; readonly effect: 'row-skipped'; readonly limit: number }
  | { readonly kind: 'bad-quotes'; readonly effect: 'row-skipped' }
  | { readonly kind: 'too-many-bad-quotes'; readonly effect: 'stopped'; readonly limit: number }
  | { readonly kind: 'invalid-json'; readonly effect: 'row-skipped' }
  | { readonly kind: 'nested-too-deeply'; readonly effect: 'row-skipped' }
  | { readonly kind: 'not-an-object'; readonly effect: 'row-skipped' }
  | { readonly kind: 'cut-off'; readonly effect: 'stopped' }
  | { readonly kind: 'too-many-columns'; readonly effect: 'stopped'; readonly limit: number }
  | { readonly kind: 'too-many-rows'; readonly effect: 'stopped'; readonly limit: number }
  | { readonly kind: 'invalid-batch-line'; readonly effect: 'row-skipped'; readonly field: string }
  | { readonly kind: 'duplicate-custom-id'; readonly effect: 'row-skipped'; readonly customId: string }
);

/** A problem of the file as a whole. */
export type FileProblem = { readonly kind: 'empty-formulas'; readonly effect: 'row-kept'; readonly count: number } | StopProblem;

type StopProblem = { readonly effect: 'stopped' } & (
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable-file'; readonly message: string }
  | { readonly kind: 'unknown-encoding'; readonly encoding: string }
  | { readonly kind: 'not-a-list' }
  | { readonly kind: 'text-after-list' }
  | { readonly kind: 'columns-too-large'; readonly limit: number }
  | { readonly kind: 'not-a-workbook'; readonly message: string }
  | { readonly kind: 'encrypted-or-old-workbook' }
  | { readonly kind: 'no-such-sheet'; readonly sheet: string }
  | { readonly kind: 'unpacks-too-large' }
  | { readonly kind: 'workbook-too-large' }
);

export type ParseProblem = RowProblem | FileProblem;

/** Limits of a table. They bound the memory that reading it takes. */
export interface TableLimits {
  readonly rows: number;
  readonly columns: number;
  /** Characters of a line, of a record with line breaks in quotes, or of an element of a JSON list. */
  readonly lineLength: number;
  /** Lines with malformed quotes. If there are more, the file is probably no CSV, and reading stops. */
  readonly badQuotes: number;
  /** Characters of JSON that is written by columns. It is held in memory. */
  readonly columnsLength: number;
  /** Bytes of a sheet of a workbook, unpacked, and characters of all its cells, which may share texts. */
  readonly sheetBytes: number;
  /** Bytes of each other part of a workbook, unpacked. They are held in memory, above all the texts that cells share. */
  readonly partBytes: number;
  /** Unpacked bytes per packed byte of a part. Not applied to parts that are small unpacked. */
  readonly unpackedRatio: number;
  /** Bytes of a workbook. It is held in memory. */
  readonly workbookBytes: number;
}

const mebibyte = 1024 * 1024;

/** The limits in production. Tests use smaller ones. */
export const tableLimits: TableLimits = {
  rows: recipeLimits.rows,
  columns: 4096,
  lineLength: 16 * mebibyte,
  badQuotes: 100,
  columnsLength: 64 * mebibyte,
  sheetBytes: 1024 * mebibyte,
  partBytes: 128 * mebibyte,
  unpackedRatio: 100,
  workbookBytes: 256 * mebibyte,
};

/** Thrown to end reading. `readTable` catches it and yields the problem. */
export class TableStop extends Error {
  readonly problem: ParseProblem;

  constructor(problem: ParseProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** Returns a problem as an item of a table. */
export function problemItem(problem: ParseProblem): TableItem {
  return { kind: 'problem', problem };
}

/** Returns whether a text has NUL characters or replacement characters of undecodable bytes. */
export function isDamaged(text: string): boolean {
  return text.includes('\0') || text.includes('\uFFFD');
}

/** Replaces NUL characters by U+FFFD, because databases and engines cut texts at them. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}

/** Returns the problems of a row with damaged texts. The row is kept, and its number shows the user where to look. */
export function damageProblems(number: number, texts: readonly string[]): readonly RowProblem[] {
  const problems: RowProblem[] = [];
  if (texts.some((text) => text.includes('\0'))) problems.push({ kind: 'nul-characters', effect: 'row-kept', number });
  if (texts.some((text) => text.includes('\uFFFD'))) problems.push({ kind: 'undecodable-bytes', effect: 'row-kept', number });
  return problems;
}
