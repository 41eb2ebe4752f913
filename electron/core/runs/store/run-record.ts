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

/** A row of the database table `run`, with the names of `RunRecord`. */
export interface RunRow extends Omit<RunRecord, 'isDryRun' | 'isReading' | 'failures' | 'recipe' | 'source' | 'provenance'> {
  readonly key: number;
  readonly isDryRun: number;
  readonly isReading: number;
  readonly recipe: string;
  readonly source: string | null;
  readonly provenance: string | null;
}

/** Selects rows of runs. */
export const selectRuns = `SELECT key, id, state, reason, is_dry_run AS isDryRun, created_at AS createdAt, started_at AS startedAt,
  ended_at AS endedAt, running_ms AS runningMs, rows, is_reading AS isReading, done, failed, prompt_tokens AS promptTokens,
  completion_tokens AS completionTokens, requests, refused, spent_tokens AS spentTokens, fingerprint, recipe, source, provenance FROM run`;

/** Converts a stored run. Its JSON needs no check, because this program checked it before it was written. */
export function toRecord(db: Database, { key, ...row }: RunRow): RunRecord {
  const { from, to } = cellRange(key);
  return {
    ...row,
    isDryRun: row.isDryRun === 1,
    isReading: row.isReading === 1,
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
  };
}

export function findRun(db: Database, id: string): RunRow | undefined {
  return db.one<RunRow>(`${selectRuns} WHERE id = ?`, id);
}

export type NewRun = Pick<RunRecord, 'id' | 'recipe' | 'fingerprint'>;

/** Inserts a draft without rows. */
export function insertRun(db: Database, { id, recipe, fingerprint }: NewRun, createdAt: number): void {
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
    Number(change.isDryRun ?? run.isDryRun),
    change.startedAt ?? run.startedAt,
    change.endedAt === undefined ? run.endedAt : change.endedAt,
    change.runningMs ?? run.runningMs,
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
