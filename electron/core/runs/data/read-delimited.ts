import Papa from 'papaparse';
import { numberedColumnNames, uniqueColumnNames } from './column-names.ts';
import { damageProblems, isDamaged, withoutNul } from './damaged-text.ts';
import { createRecordReader, type ParsedRecord } from './delimited-records.ts';
import { problemItem, TableStop, type TableItem, type TableLimits } from './table-types.ts';

/** Reads CSV or TSV. */
export async function* readDelimited(
  texts: AsyncIterable<string>,
  { delimiter, hasHeader }: { readonly delimiter: string; readonly hasHeader: boolean },
  limits: TableLimits,
): AsyncGenerator<TableItem> {
  const records = createRecordReader(delimiter === '' || Papa.BAD_DELIMITERS.includes(delimiter) ? ',' : delimiter, limits);
  let columns: readonly string[] | undefined;

  function* take(record: ParsedRecord): Generator<TableItem> {
    if (record.kind === 'problem') {
      yield problemItem(record.problem);
      return;
    }
    const { number, fields } = record;
    if (columns === undefined) {
      if (fields.length > limits.columns) {
        throw new TableStop({ kind: 'too-many-columns', effect: 'stopped', number, limit: limits.columns });
      }
      columns = hasHeader ? uniqueColumnNames(fields.map(withoutNul)) : numberedColumnNames(fields.length);
      yield { kind: 'columns', columns };
      if (hasHeader) {
        yield* damageProblems(number, fields).map(problemItem);
        return;
      }
    }
    yield* toRow(number, fields, columns);
  }

  for await (const text of texts) for (const record of records.push(text)) yield* take(record);
  for (const record of records.end()) yield* take(record);
}

function* toRow(number: number, fields: readonly string[], columns: readonly string[]): Generator<TableItem> {
  const expected = columns.length;
  const found = fields.length;
  if (found > expected && fields.slice(expected).some((field) => field !== '')) {
    yield problemItem({ kind: 'too-many-fields', effect: 'row-skipped', number, expected, found });
    return;
  }
  if (found < expected) yield problemItem({ kind: 'too-few-fields', effect: 'row-kept', number, expected, found });
  const isRowDamaged = fields.some(isDamaged);
  if (isRowDamaged) yield* damageProblems(number, fields).map(problemItem);
  const values = Object.fromEntries(
    columns.map((column, index) => [column, isRowDamaged ? withoutNul(fields[index] ?? '') : (fields[index] ?? '')]),
  );
  yield { kind: 'row', number, values };
}
