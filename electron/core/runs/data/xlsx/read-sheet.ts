import { serialToDate } from 'hucre';
import { parseCellRef } from 'hucre/xlsx';
import { TableStop, type TableLimits } from '../table-types.ts';
import { readXml, type XmlHandler } from './read-xml.ts';
import { findSheet, type Workbook } from './read-workbook.ts';
import { decodeEscapes } from './shared-strings.ts';

/** A row of a sheet with its number. Its cells are undefined if the row has too much text. */
export interface SheetRow {
  readonly number: number;
  readonly cells: readonly string[] | undefined;
}

interface Cell {
  type: string;
  style: number;
  column: number;
  text: string;
}

/** Reads the rows of a sheet. Skips those without text. */
export async function* readSheet(workbook: Workbook, sheetName: string | null, limits: TableLimits): AsyncGenerator<SheetRow> {
  const { part } = findSheet(workbook, sheetName);
  let rows: SheetRow[] = [];
  const handler = createSheetHandler(workbook, part, limits, (row) => rows.push(row));
  for await (const _ of readXml(await workbook.archive.read(part), handler, limits)) {
    yield* rows;
    rows = [];
  }
}

function createSheetHandler(workbook: Workbook, part: string, limits: TableLimits, take: (row: SheetRow) => void): XmlHandler {
  let number = 0;
  let cells: string[] = [];
  let rowLength = 0;
  let totalLength = 0;
  let column = 0;
  let cell: Cell | undefined;
  let isInText = false;
  let isInPhonetic = false;

  const addCell = ({ type, style, text, column: at }: Cell): void => {
    const value = toText(workbook, type, style, text);
    column = at + 1;
    if (value === '') return;
    rowLength += value.length;
    totalLength += value.length;
    // cells may share one long text, so a small file can have far more text than bytes
    if (totalLength > limits.unpackedBytes) {
      throw new TableStop({ kind: 'unpacks-too-large', effect: 'stopped', part, limit: limits.unpackedBytes });
    }
    if (rowLength > limits.lineLength) cells = [];
    else {
      while (cells.length < at) cells.push('');
      cells[at] = value;
    }
  };

  const open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') {
      const given = Number(attributes['r']);
      number = Number.isSafeInteger(given) && given > number ? given : number + 1;
      cells = [];
      rowLength = 0;
      column = 0;
    } else if (name === 'c') {
      const given = parseCellRef(attributes['r'] ?? '').col;
      const at = given >= 0 ? given : column;
      if (!(at < limits.columns)) throw new TableStop({ kind: 'too-many-columns', effect: 'stopped', number, limit: limits.columns });
      cell = { type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? -1), column: at, text: '' };
    } else if (name === 'v' || name === 't') isInText = true;
    else if (name === 'rPh') isInPhonetic = true;
  };

  const close = (name: string): void => {
    if (name === 'row') {
      if (rowLength > 0) take({ number, cells: rowLength > limits.lineLength ? undefined : cells });
    } else if (name === 'c' && cell) {
      addCell(cell);
      cell = undefined;
    } else if (name === 'v' || name === 't') isInText = false;
    else if (name === 'rPh') isInPhonetic = false;
  };

  return {
    open,
    close,
    text: (text) => {
      if (!cell || !isInText || isInPhonetic) return;
      cell.text += text;
      if (cell.text.length > limits.lineLength) throw new TableStop({ kind: 'cell-too-long', effect: 'stopped', limit: limits.lineLength });
    },
  };
}

/** Formats the value of a cell. A formula has the value that was saved with it. */
function toText({ sharedStrings, dateStyles, isSince1904 }: Workbook, type: string, style: number, text: string): string {
  if (type === 's') return sharedStrings.get(Number(text));
  if (type === 'inlineStr' || type === 'str') return decodeEscapes(text);
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n' || text === '') return text;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  return dateStyles[style] ? formatDate(value, isSince1904) : String(value);
}

/** The serial number of 9999-12-31, the last date that Excel supports. */
const lastDay = 2_958_465;

function formatDate(serial: number, isSince1904: boolean): string {
  if (serial < 0 || serial > lastDay + 1) return String(serial);
  const [date = '', time = ''] = serialToDate(serial, isSince1904).toISOString().slice(0, 19).split('T');
  if (serial < 1) return time;
  return Number.isInteger(serial) ? date : `${date} ${time}`;
}
