import type { FailureCode } from '../../../contract/failure.ts';
import type { Recipe, TableProblem } from '../../../contract/run-recipe.ts';
import type { RunState, RunSummary } from '../../../contract/runs.ts';
import type { Database } from '../../shared/sqlite/database.ts';
import { listVariants } from '../../../contract/run-variants.ts';
import { cellRange, rowRange, type CellOrder } from './keys.ts';

/** Where the rows of a run came from. */
export interface RunSource {
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly problems: readonly TableProblem[];
  readonly problemCount: number;
  /** The folder with the table's file, for attachments. Null if it was pasted or uploaded. */
  readonly folder: string | null;
}

/** The service, program and models that produced the results of a run. */
export interface RunProvenance {
  readonly serviceHost: string;
  /** The profile that the run stays with. Absent if none was active. */
  readonly profile?: { readonly id: string; readonly name: string };
  readonly causewayVersion: string;
  /** The models as the catalog described them when the run was last started. */
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
  /** Tokens of all answers, also of those whose results were deleted to retry them. They count for the limit. */
  readonly spentTokens: number;
  readonly failures: readonly { readonly code: FailureCode; readonly count: number }[];
  readonly recipe: Recipe;
  readonly source: RunSource | null;
  readonly provenance: RunProvenance | null;
  readonly fingerprint: string | null;
}

/** A change of a run's state. Omitted fields stay as they are. */
export interface RunChange {
  readonly state?: RunRecord['state'];
  readonly reason?: RunRecord['reason'];
  readonly isDryRun?: boolean;
  readonly startedAt?: number;
  readonly endedAt?: number | null;
  readonly runningMs?: number;
  readonly provenance?: RunProvenance;
}

/** A row of the database table `run`. */
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
  readonly spent_tokens: number;
  readonly fingerprint: string | null;
  readonly recipe: string;
  readonly source: string | null;
  readonly provenance: string | null;
}

/** Converts a stored run. Its JSON needs no check, because this program checked it before it was written. */
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
    spentTokens: row.spent_tokens,
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

export function findRun(db: Database, id: string): RunRow | undefined {
  return db.one<RunRow>('SELECT * FROM run WHERE id = ?', id);
}

/** Inserts a draft without rows. */
export function insertRun(
  db: Database,
  { id, recipe, fingerprint }: { readonly id: string; readonly recipe: Recipe; readonly fingerprint: string | null },
  createdAt: number,
): void {
  db.run(
    `INSERT INTO run (id, state, reason, is_dry_run, created_at, started_at, ended_at, running_ms, rows, is_reading, done, failed,
       prompt_tokens, completion_tokens, requests, refused, spent_tokens, fingerprint, recipe, source, provenance)
     VALUES (?, 'draft', NULL, 0, ?, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ?, ?, NULL, NULL)`,
    id,
    createdAt,
    fingerprint,
    JSON.stringify(recipe),
  );
}

export function updateRun(db: Database, run: RunRow, change: RunChange): void {
  db.run(
    `UPDATE run SET state = ?, reason = ?, is_dry_run = ?, started_at = ?, ended_at = ?, running_ms = ?, provenance = ? WHERE key = ?`,
    change.state ?? run.state,
    change.reason === undefined ? run.reason : change.reason,
    change.isDryRun === undefined ? run.is_dry_run : Number(change.isDryRun),
    change.startedAt ?? run.started_at,
    change.endedAt === undefined ? run.ended_at : change.endedAt,
    change.runningMs ?? run.running_ms,
    change.provenance ? JSON.stringify(change.provenance) : run.provenance,
    run.key,
  );
}

/** Resets runs that were in progress when the program ended: pauses them, ends dry runs, and drops partly read tables. */
export function resetInterruptedRuns(db: Database): void {
  db.run("UPDATE run SET state = 'draft', reason = 'dry-run', is_dry_run = 0 WHERE state IN ('running', 'paused') AND is_dry_run = 1");
  db.run("UPDATE run SET state = 'paused', reason = 'program-ended' WHERE state = 'running'");
  for (const { key } of db.all<{ key: number }>('SELECT key FROM run WHERE is_reading = 1')) {
    const { from, to } = rowRange(key);
    db.run('DELETE FROM data_row WHERE key BETWEEN ? AND ?', from, to);
    db.run('UPDATE run SET is_reading = 0, rows = 0, source = NULL WHERE key = ?', key);
  }
}

/** Returns the order of the cells in the rows of a run. */
export function toCellOrder(recipe: Recipe): CellOrder {
  return { variantIds: listVariants(recipe).map(({ id }) => id), repeats: recipe.repeats };
}
