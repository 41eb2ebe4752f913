import type { FailureCode } from '../../../contract/failure.ts';
import type { Recipe } from '../../../contract/run-recipe.ts';
import type { RunState, RunSummary, TableProblem } from '../../../contract/runs.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { variantsOf } from '../variants.ts';
import { cellRange, type CellOrder } from './keys.ts';

/** Where the rows of a run came from. */
export interface RunSource {
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly problems: readonly TableProblem[];
  readonly problemCount: number;
  /** The folder with the table's file, for attachments. Null if it was pasted or uploaded. */
  readonly folder: string | null;
}

/** How a run's results came about. */
export interface RunProvenance {
  readonly serviceHost: string;
  readonly causewayVersion: string;
  /** The catalogue's entries of the models, when the run was last started. */
  readonly models: readonly Readonly<Record<string, unknown>>[];
}

/** A run as it is stored. */
export interface RunRecord {
  readonly id: string;
  readonly state: RunState;
  readonly reason: RunSummary['reason'];
  readonly isDryRun: boolean;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly runningMs: number;
  readonly rows: number;
  readonly isReading: boolean;
  readonly done: number;
  readonly failed: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly requests: number;
  readonly refused: number;
  readonly failures: readonly { readonly code: FailureCode; readonly count: number }[];
  readonly recipe: Recipe;
  readonly source: RunSource | null;
  readonly provenance: RunProvenance | null;
  readonly fingerprint: string | null;
}

export interface RunRow {
  readonly key: number;
  readonly id: string;
  readonly state: RunState;
  readonly reason: RunSummary['reason'];
  readonly is_dry_run: number;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly running_ms: number;
  readonly rows: number;
  readonly is_reading: number;
  readonly done: number;
  readonly failed: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly requests: number;
  readonly refused: number;
  readonly fingerprint: string | null;
  readonly recipe: string;
  readonly source: string | null;
  readonly provenance: string | null;
}

/** Converts a stored run. Its JSON was written by this program and checked then. */
export function toRecord(db: Database, row: RunRow): RunRecord {
  const { from, to } = cellRange(row.key);
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    isDryRun: row.is_dry_run === 1,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    runningMs: row.running_ms,
    rows: row.rows,
    isReading: row.is_reading === 1,
    done: row.done,
    failed: row.failed,
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    requests: row.requests,
    refused: row.refused,
    failures:
      row.failed === 0
        ? []
        : db.all<{ code: FailureCode; count: number }>(
            `SELECT code, count(*) AS count FROM result INDEXED BY result_failed
             WHERE state <> 'done' AND key BETWEEN ? AND ? GROUP BY code ORDER BY count DESC`,
            from,
            to,
          ),
    recipe: JSON.parse(row.recipe) as Recipe,
    source: row.source === null ? null : (JSON.parse(row.source) as RunSource),
    provenance: row.provenance === null ? null : (JSON.parse(row.provenance) as RunProvenance),
    fingerprint: row.fingerprint,
  };
}

/** Returns the order of the cells in the rows of a run. */
export function cellOrderOf(recipe: Recipe): CellOrder {
  return { variantIds: variantsOf(recipe).map(({ id }) => id), repeats: recipe.repeats };
}
