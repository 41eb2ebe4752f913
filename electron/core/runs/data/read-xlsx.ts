import { readFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { streamXlsxRows, type CellValue } from 'hucre';
import type { TableOptions } from '../../../contract/run-recipe.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { numberedColumnNames, uniqueColumnNames } from './column-names.ts';
import { countEmptyFormulas } from './empty-formulas.ts';
import {
  damageProblems,
  isDamaged,
  withoutNul,
  problemItem,
  TableStop,
  type TableItem,
  type TableLimits,
  type TableInput,
} from './table-types.ts';
import { listSheets, notAWorkbook, readSheetXml } from './workbook.ts';

/** Reads a sheet of a workbook. The header is the first row with text. */
export async function* readXlsx(
  source: TableInput,
  { sheet, hasHeader }: Pick<TableOptions, 'sheet' | 'hasHeader'>,
  limits: TableLimits,
): AsyncGenerator<TableItem> {
  const bytes = await readWhole(source, limits);
  const name = await findSheet(bytes, sheet, limits);
  // the library reads a formula without a value as an empty cell
  const count = await countEmptyFormulas(readSheetXml(bytes, name, limits));
  if (count > 0) yield problemItem({ kind: 'empty-formulas', effect: 'row-kept', count });
  let columns: readonly string[] | undefined;
  let totalLength = 0;
  for await (const { number, cells } of readRows(bytes, name, limits)) {
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    totalLength += length;
    // cells may share one long text, so a small file can have far more text than bytes
    if (totalLength > limits.sheetBytes) {
      throw new TableStop({ kind: 'unpacks-too-large', effect: 'stopped' });
    }
    if (length > limits.lineLength) {
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
}

function* toRow(number: number, cells: readonly string[], columns: readonly string[]): Generator<TableItem> {
  if (cells.length > columns.length) yield problemItem({ kind: 'cells-without-column', effect: 'row-kept', number });
  if (cells.some(isDamaged)) yield* damageProblems(number, cells).map(problemItem);
  yield { kind: 'row', number, values: Object.fromEntries(columns.map((column, index) => [column, withoutNul(cells[index] ?? '')])) };
}

async function findSheet(bytes: Buffer, sheet: string | null, limits: TableLimits): Promise<string> {
  const sheets = await listSheets(bytes, limits);
  const name = sheet ?? sheets[0] ?? '';
  if (!sheets.includes(name)) throw new TableStop({ kind: 'no-such-sheet', effect: 'stopped', sheet: name });
  return name;
}

/** Reads the rows of a sheet that have text. */
async function* readRows(bytes: Buffer, sheet: string, limits: TableLimits) {
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      const cells = values.slice(0, values.findLastIndex((value) => value !== null && value !== '') + 1).map(toText);
      if (cells.length === 0) continue;
      const number = index + 1;
      if (cells.length > limits.columns)
        throw new TableStop({ kind: 'too-many-columns', effect: 'stopped', number, limit: limits.columns });
      yield { number, cells };
    }
  } catch (error) {
    throw error instanceof TableStop ? error : notAWorkbook(errorMessage(error));
  }
}

/** Formats the value of a cell. A formula has the value that was saved with it. */
function toText(value: CellValue): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value instanceof Date ? formatDate(value) : String(value ?? '');
}

function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const [day = '', time = ''] = date.toISOString().slice(0, -'.000Z'.length).split('T');
  // a time without a date is a part of the day before the first one
  if (date.getUTCFullYear() < 1900) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** Reads a workbook into memory, because the directory of a ZIP archive is at its end. */
async function readWhole(source: TableInput, limits: TableLimits): Promise<Buffer> {
  const tooLarge = new TableStop({ kind: 'workbook-too-large', effect: 'stopped' });
  if ('path' in source && (await stat(source.path)).size > limits.workbookBytes) throw tooLarge;
  const bytes = 'path' in source ? await readFile(source.path) : await buffer(source.bytes);
  if (bytes.length > limits.workbookBytes) throw tooLarge;
  return bytes;
}
