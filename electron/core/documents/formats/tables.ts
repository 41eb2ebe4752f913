import { streamOdsRows, streamXlsxRows, type CellValue } from 'hucre';
import Papa from 'papaparse';
import { fail } from '../../../contract/failures/fail.ts';
import { openArchive } from '../archive.ts';
import { delimiters } from '../detect-kind.ts';
import { DocumentStop, type DocumentFile, type NewPart, type PartBatch } from '../document-types.ts';
import { readXml } from '../xml.ts';
import { createColumnSummary } from './column-summary.ts';

/** Rows of a table that make a section. */
const sectionLength = 8000;

type Row = readonly CellValue[];

/** Reads the sheets of a workbook: for each a summary of its columns, then its rows, some in each section. */
export async function* readWorkbook(file: DocumentFile, kind: 'xlsx' | 'ods'): AsyncGenerator<PartBatch> {
  const archive = await openArchive(file); // checks what the library unpacks
  const names: string[] = [];
  if (kind === 'xlsx') {
    await readXml(await archive.readText('xl/workbook.xml'), {
      open: (name, attributes) => {
        if (name === 'sheet') names.push(attributes['name'] ?? '');
      },
    });
  } else {
    if ((await archive.readText('META-INF/manifest.xml')).includes('encryption-data'))
      throw new DocumentStop(fail('document-encrypted', { name: file.name }));
    const content = await archive.read('content.xml');
    await readXml(content ?? '', {
      open: (name, attributes) => {
        if (name === 'table' && attributes['table:name'] !== undefined) names.push(attributes['table:name']);
      },
    });
  }
  for (const name of names) {
    const rows = kind === 'xlsx' ? streamXlsxRows(file.bytes, { sheet: name }) : streamOdsRows(file.bytes, { sheets: [name] });
    const table = createTable(name);
    for await (const { values } of rows) {
      const parts = table.add(values);
      if (parts.length > 0) yield { parts };
    }
    yield { parts: table.end() };
  }
}

/** Reads CSV. */
export function* readDelimited(text: string): Generator<PartBatch> {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', delimitersToGuess: [...delimiters] });
  const table = createTable('');
  const parts = data.flatMap((row) => table.add(row.map(toValue)));
  yield { parts: [...parts, ...table.end()] };
}

/** Numbers of CSV are texts. Those that a number would change, such as 007, stay so. */
function toValue(text: string): CellValue {
  const number = Number(text);
  return text.trim() !== '' && String(number) === text.trim() ? number : text;
}

/** Cuts a table into sections, of which each repeats the header. The last is the summary of its columns. */
function createTable(name: string) {
  const summary = createColumnSummary();
  let header: readonly string[] | undefined;
  let lines: string[] = [];
  let length = 0;
  let count = 0;
  const title = (rest: string): string => [name, rest].filter((each) => each !== '').join(': ');
  const endSection = (): readonly NewPart[] => {
    if (lines.length === 0) return [];
    const first = count - lines.length + 1;
    const text = formatRows([header ?? []]) + lines.join('');
    lines = [];
    length = 0;
    return [{ heading: title(`rows ${first}–${count}`), text: text.trimEnd() }];
  };
  return {
    add: (row: Row): readonly NewPart[] => {
      const last = row.findLastIndex((value) => value !== null && value !== '');
      if (last < 0) return [];
      const cells = row.slice(0, last + 1);
      if (!header) {
        header = cells.map((value) => formatCell(value));
        return [];
      }
      const line = formatRows([cells.map((value) => (typeof value === 'number' ? value : formatCell(value)))]);
      const parts = length > 0 && length + line.length > sectionLength ? endSection() : [];
      summary.add(cells);
      lines.push(line);
      length += line.length;
      count += 1;
      return parts;
    },
    end: (): readonly NewPart[] => {
      if (!header) return [];
      return [...endSection(), { heading: title('columns'), text: summary.format(header, count) }];
    },
  };
}

function formatRows(rows: readonly (readonly (string | number)[])[]): string {
  return `${Papa.unparse(
    rows.map((row) => [...row]),
    { newline: '\n' },
  )}\n`;
}

/** Formats a cell. A date without a time is a day. */
function formatCell(value: CellValue | undefined): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (!(value instanceof Date)) return String(value ?? '');
  return Number.isNaN(value.getTime()) ? '' : value.toISOString().replace('T00:00:00.000Z', '').replace('.000Z', '').replace('T', ' ');
}
