import type { TableOptions } from '../../../../contract/run-recipe.ts';
import { numberedColumnNames, uniqueColumnNames } from '../column-names.ts';
import { damageProblems, isDamaged, withoutNul } from '../damaged-text.ts';
import { problemItem, TableStop, type TableItem, type TableLimits, type TableInput } from '../table-types.ts';
import { openArchive } from './open-archive.ts';
import { readSheet } from './read-sheet.ts';
import { readWorkbook } from './read-workbook.ts';

/** Reads a sheet of a workbook. The header is the first row with text. */
export async function* readXlsx(
  source: TableInput,
  { sheet, hasHeader }: Pick<TableOptions, 'sheet' | 'hasHeader'>,
  signal: AbortSignal,
  limits: TableLimits,
): AsyncGenerator<TableItem> {
  const archive = await openArchive('path' in source ? source.path : await collect(source.bytes, limits), signal, limits);
  let columns: readonly string[] | undefined;
  try {
    const workbook = await readWorkbook(archive, limits);
    for await (const { number, cells } of readSheet(workbook, sheet, limits)) {
      if (!cells) {
        yield problemItem({ kind: 'line-too-long', effect: 'row-skipped', number, limit: limits.lineLength });
        continue;
      }
      if (!columns) {
        columns = hasHeader ? uniqueColumnNames(cells.map(withoutNul)) : numberedColumnNames(cells.length);
        yield { kind: 'columns', columns };
        if (hasHeader) continue;
      }
      yield* toRow(number, cells, columns);
    }
  } finally {
    archive.close();
  }
}

function* toRow(number: number, cells: readonly string[], columns: readonly string[]): Generator<TableItem> {
  const expected = columns.length;
  const found = cells.length;
  if (found > expected) yield problemItem({ kind: 'cells-without-column', effect: 'row-kept', number, expected, found });
  if (cells.some(isDamaged)) yield* damageProblems(number, cells).map(problemItem);
  yield { kind: 'row', number, values: Object.fromEntries(columns.map((column, index) => [column, withoutNul(cells[index] ?? '')])) };
}

/** Collects a workbook without a path in memory, because the directory of a ZIP archive is at its end. */
async function collect(bytes: AsyncIterable<Uint8Array>, limits: TableLimits): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > limits.workbookBytes) throw new TableStop({ kind: 'workbook-too-large', effect: 'stopped', limit: limits.workbookBytes });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
