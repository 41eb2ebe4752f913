import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ok, type Failure, type Result } from '../../../contract/failure.ts';
import { cancelledCall, fail } from '../../../contract/failures/fail.ts';
import { describeFailure } from '../../../contract/failures/render-failure.ts';
import type { Recipe } from '../../../contract/run-recipe.ts';
import type { RunExportFormat } from '../../../contract/runs.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { toResultTable, type ExportedResult } from '../export/result-table.ts';
import { writeBatchErrors, writeBatchOutput, type BatchResult } from '../export/write-batch.ts';
import { writeCsv } from '../export/write-csv.ts';
import { writeJson, writeJsonLines } from '../export/write-json-lines.ts';
import { writeSummary } from '../export/write-summary.ts';
import { writeXlsx } from '../export/write-xlsx.ts';
import { rowValues } from '../row-values.ts';
import { runsText } from '../text.ts';
import { fieldColumns, variantsOf, type RunVariant } from '../variants.ts';
import { readResults, type ResultWithDetail, type RowWithResults } from './read-results.ts';
import type { RunRecord } from './run-record.ts';
import { computeStatistics } from './run-statistics.ts';

/** Writes a run to a file, whatever its size, with little of it in memory. */
export async function exportRun(
  db: Database,
  key: number,
  record: RunRecord,
  { format, file }: { readonly format: RunExportFormat; readonly file: string },
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const reading = { db, key, record, signal };
  try {
    const pieces = format === 'markdown' ? await summary(reading) : ok(write(reading, format));
    if (!pieces.ok) return pieces;
    await pipeline(Readable.from(pieces.value, { objectMode: true }), createWriteStream(file, { mode: 0o600 }), { signal });
    return ok(undefined);
  } catch (error) {
    return signal.aborted ? cancelledCall : fail('run-not-exported', { file, detail: errorMessage(error) });
  }
}

interface Reading {
  readonly db: Database;
  readonly key: number;
  readonly record: RunRecord;
  readonly signal: AbortSignal;
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

function write(reading: Reading, format: Exclude<RunExportFormat, 'markdown'>): Pieces {
  const { recipe, source } = reading.record;
  const columns = { data: source?.columns ?? [], fields: fieldColumns(recipe) };
  switch (format) {
    case 'csv':
      return writeCsv(toResultTable(columns, exported(reading)));
    case 'xlsx':
      return writeXlsx(toResultTable(columns, exported(reading)));
    case 'jsonl':
      return writeJsonLines(exported(reading));
    case 'recipe':
      return [writeJson(withProvenance(reading.record))];
    case 'batch-output':
      return writeBatchOutput(batchResults(reading));
    case 'batch-errors':
      return writeBatchErrors(batchResults(reading));
  }
}

interface ReadCell {
  readonly row: RowWithResults;
  readonly variant: RunVariant;
  readonly repeat: number;
  readonly result: ResultWithDetail;
}

async function* cells({ db, key, record, signal }: Reading): AsyncGenerator<ReadCell> {
  const variants = variantsOf(record.recipe);
  const { repeats } = record.recipe;
  for await (const row of readResults(db, key, record.rows, { withDetails: true, signal })) {
    for (const [slot, result] of [...row.results].toSorted(([left], [right]) => left - right)) {
      const variant = variants[Math.floor(slot / repeats)];
      if (variant) yield { row, variant, repeat: (slot % repeats) + 1, result };
    }
  }
}

async function* exported(reading: Reading): AsyncGenerator<ExportedResult> {
  const columns = reading.record.source?.columns ?? [];
  for await (const { row, variant, repeat, result } of cells(reading)) {
    const { detail } = result;
    yield {
      rowNumber: row.line,
      values: rowValues(columns, row.values),
      variantId: variant.id,
      model: variant.model ?? '',
      template: variant.template ?? '',
      repeat,
      state: result.state,
      answer: result.answer,
      reasoning: detail?.reasoning ?? '',
      fields: result.fields === null ? {} : (JSON.parse(result.fields) as Readonly<Record<string, string>>),
      failure: detail?.failure ? exportedFailure(detail.failure) : null,
      label: row.label,
      note: row.note,
      tokens: { prompt: result.prompt_tokens, completion: result.completion_tokens },
      firstByteMs: result.first_token_ms,
      totalMs: result.total_ms,
    };
  }
}

function exportedFailure(failure: Failure): { readonly code: string; readonly message: string } {
  return { code: failure.code, message: describeFailure(failure).message };
}

async function* batchResults(reading: Reading): AsyncGenerator<BatchResult> {
  const { columns = [] } = reading.record.source ?? {};
  const isSingle = variantsOf(reading.record.recipe).length * reading.record.recipe.repeats === 1;
  for await (const { row, variant, repeat, result } of cells(reading)) {
    const values = rowValues(columns, row.values);
    const custom = values['custom_id'] ?? `row-${row.line}`;
    const id = `${reading.record.id}-${result.key}`;
    const { detail } = result;
    yield {
      customId: isSingle ? custom : `${custom}.${variant.id}.${repeat}`,
      id,
      response: result.state === 'failed' ? null : { statusCode: 200, requestId: id, body: responseBody(id, variant, values, result) },
      failure: result.state === 'done' || !detail?.failure ? null : exportedFailure(detail.failure),
    };
  }
}

function responseBody(
  id: string,
  { model }: RunVariant,
  values: Readonly<Record<string, string>>,
  { answer, detail, ...result }: ResultWithDetail,
): unknown {
  const body = values['body'] === undefined ? undefined : (JSON.parse(values['body']) as { readonly model?: string });
  return {
    id,
    object: 'chat.completion',
    created: Math.floor((detail?.answeredAt ?? 0) / 1000),
    model: model ?? body?.model ?? '',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: answer, ...(detail?.reasoning ? { reasoning_content: detail.reasoning } : {}) },
        finish_reason: detail?.finish ?? 'stop',
      },
    ],
    usage: {
      prompt_tokens: result.prompt_tokens ?? 0,
      completion_tokens: result.completion_tokens ?? 0,
      total_tokens: (result.prompt_tokens ?? 0) + (result.completion_tokens ?? 0),
    },
  };
}

const toTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Returns the recipe with how its results came about. */
function withProvenance({ recipe, provenance, rows, startedAt, endedAt }: RunRecord): Recipe {
  if (!provenance) return recipe;
  return { ...recipe, provenance: { ...provenance, rows, startedAt: toTime(startedAt), endedAt: toTime(endedAt) } };
}

const words = runsText.summary;

async function summary({ db, key, record, signal }: Reading): Promise<Result<Iterable<Uint8Array>>> {
  const statistics = await computeStatistics(db, key, record, signal);
  if (!statistics.ok) return statistics;
  const { recipe, source, provenance } = record;
  const names = new Map(variantsOf(recipe).map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? id;
  const text = writeSummary({
    name: recipe.name,
    facts: [
      [words.facts.table, words.rows(source?.fileName ?? '', record.rows)],
      [words.facts.service, provenance?.serviceHost ?? ''],
      [words.facts.causeway, provenance?.causewayVersion ?? ''],
      [words.facts.started, toTime(record.startedAt) ?? ''],
      [words.facts.ended, toTime(record.endedAt) ?? ''],
      [words.facts.state, words.states[record.state]],
    ],
    variants: statistics.value.variants.map((variant) => ({
      name: nameOf(variant.variantId),
      answered: variant.done,
      failed: variant.failed,
      promptTokens: variant.promptTokens,
      completionTokens: variant.completionTokens,
      totalMs: variant.totalMs,
      answerLength: variant.lengths,
      labels: variant.labels,
    })),
    failures: record.failures.map(({ code, count }) => ({ message: code, count })),
    agreements: [
      ...(statistics.value.agreements.length > 0
        ? [
            {
              name: words.variantAgreement,
              pairs: statistics.value.agreements.map((pair) => ({ ...pair, first: nameOf(pair.first), second: nameOf(pair.second) })),
            },
          ]
        : []),
      ...statistics.value.variants.flatMap(({ variantId, repeats }) =>
        repeats ? [{ name: words.repeatAgreement(nameOf(variantId)), pairs: repeats.pairs }] : [],
      ),
    ],
  });
  return ok([Buffer.from(text)]);
}
