import { variantsOf, fieldColumns, cellsPerRow } from './variants.ts';
import type { RunDetails, RunProgress, RunSummary, RunTable } from '../../contract/runs.ts';
import { dryRunRows } from '../../contract/run-constants.ts';
import type { RunDriver } from './run-driver.ts';
import type { RunRecord } from './store/run-record.ts';

/** Returns a run as the window shows it. The figures of a run that is active come from its driver. */
export function summarize(record: RunRecord, driver: RunDriver | undefined, rowsRead?: number): RunSummary {
  const { id, recipe, state, reason, isDryRun, createdAt, startedAt, endedAt } = record;
  const rows = rowsRead ?? record.rows;
  return {
    id,
    name: recipe.name,
    state,
    reason,
    wait: driver?.wait() ?? null,
    isDryRun,
    rows,
    createdAt,
    startedAt,
    endedAt,
    progress: { cells: lastRowOf(record) * cellsPerRow(recipe), ...(driver?.progress() ?? storedProgress(record)) },
    table: toTable(record, rowsRead),
  };
}

/** Returns a run with its recipe. */
export function describe(record: RunRecord, driver: RunDriver | undefined): RunDetails {
  const { recipe } = record;
  return {
    ...summarize(record, driver),
    recipe,
    variants: variantsOf(recipe).map(({ id, model, template, name }) => ({ id, model, template, name })),
    fields: fieldColumns(recipe),
  };
}

/** Returns the last row that is asked. */
export function lastRowOf({ rows, recipe, isDryRun }: RunRecord): number {
  const limit = Math.min(rows, recipe.limits.rows ?? Infinity);
  return isDryRun ? Math.min(limit, dryRunRows) : limit;
}

function storedProgress(record: RunRecord): Omit<RunProgress, 'cells'> {
  const { done, failed, promptTokens, completionTokens, requests, refused, failures } = record;
  return {
    done,
    failed,
    promptTokens,
    completionTokens,
    requests,
    refused,
    failures,
    inFlight: 0,
    concurrency: 0,
    rowsPerMinute: null,
    remainingMs: null,
  };
}

function toTable({ source, rows, isReading }: RunRecord, rowsRead: number | undefined): RunTable | null {
  if (!source) {
    if (!isReading && rowsRead === undefined) return null;
    return { fileName: '', columns: [], rows: rowsRead ?? rows, isReading: true, problems: [], problemCount: 0, hasFolder: false };
  }
  const { fileName, columns, problems, problemCount, folder } = source;
  return {
    fileName,
    columns,
    rows: rowsRead ?? rows,
    isReading: rowsRead !== undefined,
    problems,
    problemCount,
    hasFolder: folder !== null,
  };
}
