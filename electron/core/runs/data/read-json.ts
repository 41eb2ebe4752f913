import { createHash } from 'node:crypto';
import { isJsonObject, parseJson } from '../../../contract/json.ts';
import { createJsonArrayReader, type JsonArrayElement } from '../../shared/json-array-reader.ts';
import { createJsonRows, type JsonRow } from './json-columns.ts';
import { readLines } from './read-lines.ts';
import { problemItem, TableStop, type TableItem, type TableLimits } from './table-types.ts';

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

/** Reads a JSON array of objects. A row's number is its position in the array, from 1. */
export async function* readJsonArray(texts: AsyncIterable<string>, limits: TableLimits): AsyncGenerator<TableItem> {
  const toItems = createJsonRows(limits);
  const reader = createJsonArrayReader<JsonRow>({ maxElementBytes: limits.lineLength, parse: parseRow });
  let number = 0;
  let firstCharacter = '';

  function* take(elements: readonly JsonArrayElement<JsonRow>[]): Generator<TableItem> {
    for (const element of elements) {
      number += 1;
      if (element.kind === 'element') yield* toItems(number, element.value);
      else yield problemItem(unreadableProblem(number, element.reason, limits));
    }
  }

  for await (const text of texts) {
    firstCharacter ||= text.trimStart().slice(0, 1);
    if (firstCharacter !== '' && firstCharacter !== '[') throw new TableStop({ kind: 'not-a-list', effect: 'stopped' });
    yield* take(reader.push(Buffer.from(text)));
    if (reader.hasTextAfterList()) throw new TableStop({ kind: 'text-after-list', effect: 'stopped' });
  }
  yield* take(reader.end() ?? []);
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
