import { ok, type Result } from '../../../contract/failure.ts';
import { cancelledCall } from '../../../contract/failures/fail.ts';
import type { RunStatistics, RowLabel } from '../../../contract/run-results.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { createAgreementCounter, createLabelCounter } from '../statistics/label-statistics.ts';
import { createHistogramCounter } from '../statistics/histogram.ts';
import { createLabelReader, createTruthReader } from '../statistics/read-label.ts';
import { listVariants } from '../../../contract/run-variants.ts';
import type { StoredResult } from './results.ts';
import type { RunRecord } from './run-record.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cellKey, rowKey, rowKeyOfCell, slotOfKey } from './keys.ts';

/** Computes the figures of a run in one pass over its results. */
export async function computeStatistics(db: Database, key: number, record: RunRecord, signal: AbortSignal): Promise<Result<RunStatistics>> {
  const { recipe, source, rows } = record;
  const { repeats } = recipe;
  const variants = listVariants(recipe).map(({ id }) => createVariantCounter(id, repeats));
  const variantAgreement = createAgreementCounter(variants.map(({ id }) => id));
  const truthIndex = recipe.truthColumn === null ? -1 : (source?.columns.indexOf(recipe.truthColumn) ?? -1);
  const toLabel = createLabelReader(recipe);
  const toTruth = createTruthReader(recipe);
  try {
    for await (const { values, results } of readResults(db, key, rows, signal)) {
      const truth = truthIndex === -1 ? '' : toTruth(values[truthIndex] ?? '');
      const firstLabels: (string | undefined)[] = [];
      variants.forEach((variant, index) => {
        const cells = Array.from({ length: repeats }, (_, repeat) => results.get(index * repeats + repeat));
        const labels = cells.map((cell) => (cell?.state === 'done' ? toLabel(cell) : undefined));
        variant.add(cells, labels, truth);
        firstLabels.push(labels[0]);
      });
      variantAgreement.add(firstLabels);
    }
  } catch (error) {
    if (signal.aborted) return cancelledCall;
    throw error;
  }
  return ok({
    variants: variants.map(({ result }) => result(truthIndex !== -1)),
    agreements: variants.length > 1 ? variantAgreement.result().pairs : [],
  });
}

function createVariantCounter(id: string, repeats: number) {
  const [lengths, firstTokenMs, totalMs] = [createHistogramCounter(), createHistogramCounter(), createHistogramCounter()];
  const labels = createLabelCounter();
  const agreement = createAgreementCounter(Array.from({ length: repeats }, (_, repeat) => String(repeat + 1)));
  let [done, failed, promptTokens, completionTokens] = [0, 0, 0, 0];

  const addCell = (cell: StoredResult): void => {
    if (cell.state === 'done') done += 1;
    else failed += 1;
    promptTokens += cell.prompt_tokens ?? 0;
    completionTokens += cell.completion_tokens ?? 0;
    if (cell.state === 'failed') return;
    lengths.add(cell.length);
    if (cell.first_token_ms !== null) firstTokenMs.add(cell.first_token_ms);
    if (cell.total_ms !== null) totalMs.add(cell.total_ms);
  };

  return {
    id,
    add: (cells: readonly (StoredResult | undefined)[], rowLabels: readonly (string | undefined)[], truth: string): void => {
      cells.forEach((cell, repeat) => {
        if (!cell) return;
        addCell(cell);
        if (truth !== '') labels.add(truth, rowLabels[repeat]);
      });
      agreement.add(rowLabels);
    },
    result: (hasTruth: boolean): RunStatistics['variants'][number] => ({
      variantId: id,
      done,
      failed,
      promptTokens,
      completionTokens,
      lengths: lengths.result(),
      firstTokenMs: firstTokenMs.result(),
      totalMs: totalMs.result(),
      labels: hasTruth ? labels.result() : null,
      repeats: repeats > 1 ? agreement.result() : null,
    }),
  };
}

/** A row with its results, by their slots in the row, without their details. */
export interface RowWithResults {
  readonly row: number;
  readonly line: number;
  readonly label: RowLabel | null;
  readonly note: string;
  readonly values: readonly string[];
  readonly results: ReadonlyMap<number, StoredResult>;
}

const rowsPerStep = 250;

/** Reads all rows of a run with their results in steps. Other calls get their turn in between. */
export async function* readResults(db: Database, run: number, rows: number, signal: AbortSignal): AsyncGenerator<RowWithResults> {
  for (let first = 1; first <= rows; first += rowsPerStep) {
    signal.throwIfAborted();
    const last = Math.min(rows, first + rowsPerStep - 1);
    const [from, to] = [cellKey(rowKey(run, first), 0), cellKey(rowKey(run, last) + 1, 0) - 1];
    const byRow = Map.groupBy(db.all<StoredResult>('SELECT * FROM result WHERE key BETWEEN ? AND ?', from, to), ({ key }) =>
      rowKeyOfCell(key),
    );
    const stored = db.all<{ key: number; line: number; label: RowLabel | null; note: string | null; data: string }>(
      'SELECT key, line, label, note, data FROM data_row WHERE key BETWEEN ? AND ?',
      rowKey(run, first),
      rowKey(run, last),
    );
    for (const { key, line, label, note, data } of stored) {
      const values = JSON.parse(data) as readonly string[];
      yield { row: key - rowKey(run, 0), line, label, note: note ?? '', values, results: bySlot(byRow.get(key) ?? []) };
    }
    await nextTurn();
  }
}

function bySlot(results: readonly StoredResult[]): ReadonlyMap<number, StoredResult> {
  return new Map(results.map((result) => [slotOfKey(result.key), result]));
}
