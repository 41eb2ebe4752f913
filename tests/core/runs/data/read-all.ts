import type { TableOptions } from '../../../../electron/contract/run-recipe.ts';
import { detectOptions } from '../../../../electron/core/runs/data/detect-table.ts';
import { readTable } from '../../../../electron/core/runs/data/read-table.ts';
import { tableLimits, type TableLimits, type ParseProblem, type TableInput } from '../../../../electron/core/runs/data/table-types.ts';

export const csvOptions: TableOptions = { format: 'csv', encoding: 'utf-8', delimiter: ',', hasHeader: true, sheet: null };

export interface ReadTable {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly number: number; readonly values: Readonly<Record<string, string>> }[];
  readonly problems: readonly ParseProblem[];
}

/** Reads a whole table. */
export async function readAll(
  source: TableInput,
  options: TableOptions = csvOptions,
  limits: Partial<TableLimits> = {},
): Promise<ReadTable> {
  let columns: readonly string[] = [];
  const rows: ReadTable['rows'][number][] = [];
  const problems: ParseProblem[] = [];
  for await (const item of readTable(source, options, new AbortController().signal, { ...tableLimits, ...limits })) {
    if (item.kind === 'columns') columns = item.columns;
    else if (item.kind === 'row') rows.push({ number: item.number, values: item.values });
    else problems.push(item.problem);
  }
  return { columns, rows, problems };
}

/** Returns a source of bytes in chunks of a size. */
export function inPieces(content: string | Uint8Array, size: number): TableInput {
  const bytes = Buffer.from(content as Uint8Array);
  return {
    bytes: (async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    })(),
  };
}

/** Reads text or bytes as CSV, or with other options. */
export function readText(
  content: string | Uint8Array,
  options: Partial<TableOptions> = {},
  limits: Partial<TableLimits> = {},
): Promise<ReadTable> {
  return readAll(inPieces(content, 64 * 1024), { ...csvOptions, ...options }, limits);
}

/** Reads bytes with their detected options. */
export function readDetected(content: Uint8Array, name = 'table.csv'): Promise<ReadTable> {
  const options = detectOptions(content, name);
  if (!options) throw new Error('no format was detected');
  return readAll(inPieces(content, 1000), options);
}
