import { isJsonObject, type JsonObject } from '../../../contract/json.ts';
import { uniqueColumnNames } from './column-names.ts';
import { damageProblems, isDamaged, withoutNul } from './damaged-text.ts';
import { createFieldStringify } from './json-source.ts';
import { problemItem, TableStop, type TableItem, type TableLimits } from './table-types.ts';

/** A parsed row, and the JSON text that it was parsed from. */
export interface JsonRow {
  readonly value: unknown;
  readonly source: string;
}

/** Creates a function that converts JSON values to rows. The columns are those of all rows so far. */
export function createJsonRows(limits: TableLimits): (number: number, row: JsonRow) => Generator<TableItem> {
  const columns = new Map<string, string>();
  const names = new Set<string>();

  const addColumns = (number: number, fields: JsonObject): boolean => {
    const before = columns.size;
    for (const key of Object.keys(fields)) {
      if (columns.has(key)) continue;
      if (columns.size === limits.columns) {
        throw new TableStop({ kind: 'too-many-columns', effect: 'stopped', number, limit: limits.columns });
      }
      const isUsable = key !== '' && key === withoutNul(key).trim() && !names.has(key);
      const [name = key] = isUsable ? [key] : uniqueColumnNames([withoutNul(key)], names);
      columns.set(key, name);
      names.add(name);
    }
    return columns.size > before;
  };

  return function* toItems(number, { value, source }) {
    if (!isJsonObject(value)) {
      yield problemItem({ kind: 'not-an-object', effect: 'row-skipped', number });
      return;
    }
    const texts = toTexts(value, source);
    if (!texts) {
      yield problemItem({ kind: 'nested-too-deeply', effect: 'row-skipped', number });
      return;
    }
    if (addColumns(number, value)) yield { kind: 'columns', columns: [...names] };
    if (texts.some(([, text]) => isDamaged(text))) {
      const damaged = texts.map(([, text]) => text);
      yield* damageProblems(number, damaged).map(problemItem);
    }
    const values = Object.fromEntries(texts.map(([key, text]) => [columns.get(key) ?? key, withoutNul(text)]));
    yield { kind: 'row', number, values };
  };
}

/**
 * Converts fields to texts: null to an empty one, other values than strings to JSON, with numbers as they are written in the source.
 * Returns undefined if they nest too deeply.
 */
function toTexts(fields: JsonObject, source: string): readonly (readonly [string, string])[] | undefined {
  try {
    const stringify = createFieldStringify(source);
    return Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : value === null ? '' : stringify(key, value),
    ]);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // JSON.parse or JSON.stringify overflowed the stack
    throw error;
  }
}
