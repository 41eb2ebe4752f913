import { dryRunRows } from '../../contract/constants.ts';
import type { Cell, CellId } from '../../contract/run-results.ts';
import type { RunTable } from '../../contract/run-recipe.ts';
import type { RunDetails, RunProgress, RunSummary } from '../../contract/runs.ts';
import type { RunQueue } from './run-queue.ts';
import { emptyDetail } from './store/results.ts';
import type { RunRecord } from './store/run-record.ts';
import type { StoredCell } from './store/run-rows.ts';
import { rowValues } from './template.ts';
import { cellsPerRow, fieldColumns, listVariants } from '../../contract/run-variants.ts';

/** Returns a run as the window lists it. The figures of an active run come from its queue. */
export function summarizeRun(record: RunRecord, queue: RunQueue | undefined, rowsRead?: number): RunSummary {
  const { id, recipe, state, reason, isDryRun, createdAt, startedAt, endedAt } = record;
  const rows = rowsRead ?? record.rows;
  return {
    id,
    name: recipe.name,
    state,
    reason,
    wait: queue?.wait() ?? null,
    isDryRun,
    rows,
    createdAt,
    startedAt,
    endedAt,
    progress: { cells: findLastRow(record) * cellsPerRow(recipe), ...(queue?.progress() ?? storedProgress(record)) },
    table: toTable(record, rowsRead),
  };
}

/** Returns a run with its recipe. */
export function describeRun(record: RunRecord, queue: RunQueue | undefined): RunDetails {
  const { recipe } = record;
  return {
    ...summarizeRun(record, queue),
    recipe,
    variants: listVariants(recipe).map(({ id, model, template, name }) => ({ id, model, template, name })),
    fields: fieldColumns(recipe),
  };
}

/** Returns a cell with its whole answer. `request` is the body that is sent for it, or null if it can't be built. */
export function describeCell(
  cell: CellId,
  { row, result, detail }: StoredCell,
  request: Cell['request'],
  columns: readonly string[],
): Cell {
  const { toolCalls: _toolCalls, logprobs: _logprobs, ...shown } = detail ?? { ...emptyDetail, answeredAt: null };
  return {
    ...cell,
    state: result?.state ?? 'pending',
    answer: result?.answer ?? '',
    fields: result?.fields ? (JSON.parse(result.fields) as Cell['fields']) : {},
    ...shown,
    request,
    values: rowValues(columns, row.values),
  };
}

/** Returns the last row to send requests for. The recipe may limit the rows, and a dry run has few. */
export function findLastRow({ rows, recipe, isDryRun }: RunRecord): number {
  const limit = Math.min(rows, recipe.limits.rows ?? Infinity);
  return isDryRun ? Math.min(limit, dryRunRows) : limit;
}

function storedProgress(record: RunRecord): Omit<RunProgress, 'cells'> {
  const { done, failed, promptTokens, completionTokens, requests, refused, failures } = record;
  const counts = { done, failed, promptTokens, completionTokens, requests, refused, failures };
  return { ...counts, inFlight: 0, concurrency: 0, rowsPerMinute: null, remainingMs: null };
}

function toTable({ source, rows, isReading }: RunRecord, rowsRead: number | undefined): RunTable | null {
  if (!source && !isReading && rowsRead === undefined) return null;
  const { folder, ...known } = source ?? { fileName: '', columns: [], problems: [], problemCount: 0, folder: null };
  return { ...known, rows: rowsRead ?? rows, isReading: !source || rowsRead !== undefined, hasFolder: folder !== null };
}
