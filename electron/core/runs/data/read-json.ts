import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isJsonObject, parseJson, type JsonObject } from '../../../contract/json.ts';
import { createJsonArrayReader, type JsonArrayElement } from '../../shared/json-array-reader.ts';
import { problemItem, TableStop, type TableItem, type TableLimits, damageProblems, isDamaged, withoutNul } from './table-types.ts';
import { uniqueColumnNames } from './column-names.ts';
import { createFieldStringify } from './json-source.ts';
import { findJsonColumns, joinJsonRow, startsJsonColumns, type JsonColumn } from './json-columns.ts';

/** Reads JSONL, with an object per line. */
export async function* readJsonLines(texts: AsyncIterable<string>, limits: TableLimits): AsyncGenerator<TableItem> {
  const toItems = createJsonRows(limits);
  for await (const { number, text } of readLines(texts, limits.lineLength)) {
    if (text === undefined) yield problemItem({ kind: 'line-too-long', effect: 'row-skipped', number, limit: limits.lineLength });
    else {
      const value = parseJson(text);
      if (value === undefined) yield problemItem({ kind: 'invalid-json', effect: 'row-skipped', number });
      else yield* toItems(number, { value, source: text });
    }
  }
}

/** Reads a JSON array of objects, or an object of columns. A row's number is its position, from 1. */
export async function* readJson(texts: AsyncIterable<string>, limits: TableLimits): AsyncGenerator<TableItem> {
  const toItems = createJsonRows(limits);
  const reader = createJsonArrayReader<JsonRow>({ maxElementBytes: limits.lineLength, parse: parseRow });
  let number = 0;
  let firstCharacter = '';
  let object = '';

  function* take(elements: readonly JsonArrayElement<JsonRow>[]): Generator<TableItem> {
    for (const element of elements) {
      number += 1;
      if (element.kind === 'element') yield* toItems(number, element.value);
      else yield problemItem(unreadableProblem(number, element.reason, limits));
    }
  }

  for await (const text of texts) {
    firstCharacter ||= text.trimStart().slice(0, 1);
    if (firstCharacter === '{') {
      object += text;
      if (object.length > limits.columnsLength) throw tooLargeObject(object, limits);
      continue;
    }
    if (firstCharacter !== '' && firstCharacter !== '[') throw new TableStop({ kind: 'not-a-list', effect: 'stopped' });
    yield* take(reader.push(Buffer.from(text)));
    if (reader.hasTextAfterList()) throw new TableStop({ kind: 'text-after-list', effect: 'stopped' });
  }
  yield* firstCharacter === '{' ? readJsonColumns(object, limits) : take(reader.end() ?? []);
}

/** Reads an object of columns. */
async function* readJsonColumns(text: string, limits: TableLimits): AsyncGenerator<TableItem> {
  const columns: JsonColumn[] = [];
  const found = findJsonColumns(text);
  for (;;) {
    const next = found.next();
    if (next.done !== true) columns.push(next.value);
    else if (next.value) break;
    else throw new TableStop({ kind: 'not-a-list', effect: 'stopped' });
    await nextTurn(); // a column may be long
  }
  const toItems = createJsonRows(limits);
  for (const [index] of columns[0]?.starts.entries() ?? []) {
    const source = joinJsonRow(text, columns, index);
    const value = parseJson(source);
    if (value === undefined) yield problemItem({ kind: 'invalid-json', effect: 'row-skipped', number: index + 1 });
    else yield* toItems(index + 1, { value, source });
  }
}

function tooLargeObject(head: string, { columnsLength }: TableLimits): TableStop {
  if (!startsJsonColumns(head)) return new TableStop({ kind: 'not-a-list', effect: 'stopped' });
  return new TableStop({ kind: 'columns-too-large', effect: 'stopped', limit: columnsLength });
}

function parseRow(source: string): JsonRow {
  return { value: JSON.parse(source), source };
}

function unreadableProblem(number: number, reason: Extract<JsonArrayElement, { kind: 'unreadable' }>['reason'], limits: TableLimits) {
  switch (reason) {
    case 'too-large':
      return { kind: 'line-too-long', effect: 'row-skipped', number, limit: limits.lineLength } as const;
    case 'too-deep':
      return { kind: 'nested-too-deeply', effect: 'row-skipped', number } as const;
    case 'invalid':
      return { kind: 'invalid-json', effect: 'row-skipped', number } as const;
    case 'cut-off':
      return { kind: 'cut-off', effect: 'stopped', number } as const;
  }
}

/** The columns of a batch file. `body` is JSON. */
const batchColumns = ['custom_id', 'method', 'url', 'body'] as const;

/** Reads the OpenAI batch format. Skips lines without a valid request, and those that repeat a `custom_id`. */
export async function* readBatch(texts: AsyncIterable<string>, limits: TableLimits): AsyncGenerator<TableItem> {
  const toItems = createJsonRows(limits);
  const usedIds = new Set<string>();
  let hasColumns = false;
  for await (const { number, text } of readLines(texts, limits.lineLength)) {
    if (!hasColumns) yield { kind: 'columns', columns: batchColumns };
    hasColumns = true;
    const value = text === undefined ? undefined : parseJson(text);
    if (text === undefined) yield problemItem({ kind: 'line-too-long', effect: 'row-skipped', number, limit: limits.lineLength });
    else if (value === undefined) yield problemItem({ kind: 'invalid-json', effect: 'row-skipped', number });
    else if (!isJsonObject(value)) yield problemItem({ kind: 'not-an-object', effect: 'row-skipped', number });
    else {
      const { custom_id: customId, method, url, body } = value;
      const isMissing = (candidate: unknown): boolean => typeof candidate !== 'string' || candidate === '';
      const field = isMissing(customId)
        ? 'custom_id'
        : method !== 'POST'
          ? 'method'
          : isMissing(url)
            ? 'url'
            : !isJsonObject(body)
              ? 'body'
              : undefined;
      if (field) yield problemItem({ kind: 'invalid-batch-line', effect: 'row-skipped', number, field });
      else if (usedIds.has(shortId(String(customId)))) {
        yield problemItem({ kind: 'duplicate-custom-id', effect: 'row-skipped', number, customId: String(customId).slice(0, 200) });
      } else {
        usedIds.add(shortId(String(customId)));
        const request = { custom_id: customId, method, url, body };
        for (const item of toItems(number, { value: request, source: text })) if (item.kind !== 'columns') yield item;
      }
    }
  }
}

/** Hashes a long id, to bound the memory that it takes. */
function shortId(id: string): string {
  return id.length <= 64 ? id : createHash('sha256').update(id).digest('base64');
}

/** A line with its number from 1. Its text is undefined if it is too long. */
interface Line {
  readonly number: number;
  readonly text: string | undefined;
}

/** Splits text into lines. Counts blank lines without yielding them. Drops a line that is too long while reading it. */
async function* readLines(texts: AsyncIterable<string>, maxLength: number): AsyncGenerator<Line> {
  let pieces: string[] = [];
  let length = 0;
  let number = 1;
  const append = (piece: string): void => {
    length += piece.length;
    if (length > maxLength) pieces = [];
    else pieces.push(piece);
  };
  const take = (): Line | undefined => {
    const text = length > maxLength ? undefined : pieces.join('');
    const line = text?.trim() === '' ? undefined : { number, text };
    pieces = [];
    length = 0;
    number += 1;
    return line;
  };
  for await (const text of texts) {
    let from = 0;
    for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
      append(text.slice(from, to));
      from = to + 1;
      const line = take();
      if (line) yield line;
    }
    append(text.slice(from));
  }
  const last = take();
  if (last) yield last;
}

/** A parsed row, and the JSON text that it was parsed from. */
interface JsonRow {
  readonly value: unknown;
  readonly source: string;
}

/** Creates a function that converts JSON values to rows. The columns are those of all rows so far. */
function createJsonRows(limits: TableLimits): (number: number, row: JsonRow) => Generator<TableItem> {
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
