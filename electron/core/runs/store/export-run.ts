import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ok, type Failure, type Result } from '../../../contract/failure.ts';
import { cancelledCall, fail } from '../../../contract/failures/fail.ts';
import { describeFailure } from '../../../contract/failures/render-failure.ts';
import { parseJson, readObject, readString } from '../../../contract/json.ts';
import type { Recipe } from '../../../contract/run-recipe.ts';
import type { RunExportFormat } from '../../../contract/runs.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { errorMessage } from '../../shared/node-error.ts';
import { renameFile, writeFailure } from '../../shared/rename-file.ts';
import { buildBatchResponse, writeJson, writeJsonLines } from '../export/write-json.ts';
import { toResultTable, type ExportedResult, writeCsv, writeXlsx } from '../export/result-table.ts';
import { toTime, writeSummary } from '../export/write-summary.ts';
import { rowValues } from '../template.ts';
import { cellsPerRow, fieldColumns, listVariants, type RunVariant } from '../../../contract/run-variants.ts';
import { readResults, type RowWithResults, computeStatistics } from './run-statistics.ts';
import { readDetails, type ResultDetail, type ResultWithDetail, type StoredResult } from './results.ts';
import type { RunRecord } from './run-record.ts';

export interface ExportTarget {
  readonly format: RunExportFormat;
  readonly file: string;
}

/** Writes a run to a file as a stream, so that its size doesn't matter. */
export async function exportRun(
  db: Database,
  key: number,
  record: RunRecord,
  { format, file }: ExportTarget,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const run = { db, key, record, signal };
  try {
    const chunks = format === 'markdown' ? await summarize(run) : ok(write(run, format));
    if (!chunks.ok) return chunks;
    await writeWhole(file, chunks.value, signal);
    return ok(undefined);
  } catch (error) {
    if (signal.aborted) return cancelledCall;
    return writeFailure(error, file, fail('export-not-written', { file, detail: errorMessage(error) }));
  }
}

/** Writes under another name first, so that a failure leaves the chosen file as it was. */
async function writeWhole(file: string, chunks: Chunks, signal: AbortSignal): Promise<void> {
  const content = Readable.from(chunks, { objectMode: true });
  const existing = await stat(file).catch(() => undefined);
  // a rename would replace a device such as /dev/stdout instead of writing to it
  if (existing && !existing.isFile()) return pipeline(content, createWriteStream(file), { signal });
  const part = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    await pipeline(content, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }), { signal });
    await renameFile(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** A run to be exported. */
interface ExportedRun {
  readonly db: Database;
  readonly key: number;
  readonly record: RunRecord;
  readonly signal: AbortSignal;
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

function write(run: ExportedRun, format: Exclude<RunExportFormat, 'markdown'>): Chunks {
  const { recipe, source } = run.record;
  const columns = { data: source?.columns ?? [], fields: fieldColumns(recipe) };
  switch (format) {
    case 'csv':
      return writeCsv(toResultTable(columns, exportedResults(run)));
    case 'xlsx':
      return writeXlsx(toResultTable(columns, exportedResults(run)));
    case 'jsonl':
      return writeJsonLines(exportedResults(run));
    case 'recipe':
      return [writeJson(withProvenance(run.record))];
    case 'batch-output':
    case 'batch-errors':
      return writeJsonLines(batchLines(run, format === 'batch-output'));
  }
}

interface ReadCell<Read extends StoredResult = ResultWithDetail> {
  readonly row: RowWithResults;
  readonly variant: RunVariant;
  readonly repeat: number;
  readonly result: Read;
}

/** Cells whose details are read at once. A detail with log probabilities may have megabytes. */
const detailsPerStep = 32;

async function* readCells({ db, key, record, signal }: ExportedRun): AsyncGenerator<ReadCell> {
  const variants = listVariants(record.recipe);
  const { repeats } = record.recipe;
  let cells: ReadCell<StoredResult>[] = [];
  for await (const row of readResults(db, key, record.rows, signal)) {
    for (const [slot, result] of [...row.results].toSorted(([left], [right]) => left - right)) {
      const variant = variants[Math.floor(slot / repeats)];
      if (variant) cells.push({ row, variant, repeat: (slot % repeats) + 1, result });
      if (cells.length < detailsPerStep) continue;
      yield* addDetails(db, cells);
      cells = [];
    }
  }
  yield* addDetails(db, cells);
}

/** Adds the details of consecutive cells. Parses each only when it is used. */
function* addDetails(db: Database, cells: readonly ReadCell<StoredResult>[]): Generator<ReadCell> {
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last) return;
  const details = readDetails(db, first.result.key, last.result.key);
  for (const cell of cells) {
    const body = details.get(cell.result.key);
    yield { ...cell, result: { ...cell.result, detail: body === undefined ? null : (JSON.parse(body) as ResultDetail) } };
  }
}

async function* exportedResults(run: ExportedRun): AsyncGenerator<ExportedResult> {
  const columns = run.record.source?.columns ?? [];
  for await (const { row, variant, repeat, result } of readCells(run)) {
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
      finish: detail?.finish ?? null,
      repaired: detail?.isRepaired ?? false,
      attempts: detail?.attempts ?? 0,
      notes: detail?.notes ?? [],
    };
  }
}

function exportedFailure(failure: Failure): { readonly code: string; readonly message: string } {
  return { code: failure.code, message: describeFailure(failure).message };
}

/** Reads the lines of the output file of the OpenAI batch format, or those of its error file. */
async function* batchLines(run: ExportedRun, isOutput: boolean): AsyncGenerator {
  const { recipe, source } = run.record;
  const columns = source?.columns ?? [];
  const isSingle = cellsPerRow(recipe) === 1;
  for await (const { row, variant, repeat, result } of readCells(run)) {
    if ((result.state === 'done') !== isOutput) continue;
    const values = rowValues(columns, row.values);
    const customId = values['custom_id'] ?? `row-${row.line}`;
    const id = `${run.record.id}-${result.key}`;
    // only rows of a batch name their model, and in other tables a column `body` has any text
    const model = variant.model ?? readString(readObject(parseJson(values['body'] ?? ''))?.['model']);
    const body = buildBatchResponse(id, model, result, isTextCompletion(recipe.kind, values));
    const failure = result.detail?.failure;
    yield {
      id,
      custom_id: isSingle ? customId : `${customId}.${variant.id}.${repeat}`,
      response: result.state === 'failed' ? null : { status_code: 200, request_id: id, body },
      error: isOutput || !failure ? null : exportedFailure(failure),
    };
  }
}

function isTextCompletion(kind: Recipe['kind'], values: Readonly<Record<string, string>>): boolean {
  const url = values['url'] ?? '';
  return kind === 'text' || (kind === 'batch' && url.endsWith('/completions') && !url.endsWith('/chat/completions'));
}

/** Returns the recipe with the service, program and models that produced the results. */
function withProvenance({ recipe, provenance, rows, startedAt, endedAt }: RunRecord): Recipe {
  if (!provenance) return recipe;
  const { profile: _profile, ...shared } = provenance; // another Causeway has other profiles
  return { ...recipe, provenance: { ...shared, rows, startedAt: toTime(startedAt), endedAt: toTime(endedAt) } };
}

async function summarize({ db, key, record, signal }: ExportedRun): Promise<Result<Iterable<Uint8Array>>> {
  const statistics = await computeStatistics(db, key, record, signal);
  return statistics.ok ? ok([Buffer.from(writeSummary(record, statistics.value))]) : statistics;
}
