import type { Database } from '../../shared/sqlite/database.ts';
import type { ModelSpeed } from '../../../contract/history.ts';
import { modeSchema, type Mode } from '../../../contract/profile.ts';
import type { AnswerEnd } from '../store-context.ts';

/** Returns the models that have answered. Skips from one to the next in the index, because they are few among many answers. */
export function readModels(db: Database): readonly string[] {
  return db
    .all<{ model: string }>(
      `WITH RECURSIVE step (model) AS (SELECT min(model) FROM message WHERE model IS NOT NULL
       UNION ALL SELECT (SELECT min(model) FROM message WHERE model > step.model) FROM step WHERE step.model IS NOT NULL)
       SELECT model FROM step WHERE model <> ''`,
    )
    .map(({ model }) => model);
}

/** How many answers of a model and mode count: enough to be stable, few enough to follow a new engine. */
const maxMeasurements = 50;

/** Saves the speed of an answer in a table of its own, so that reading speeds need not scan the answers. */
export function measureAnswer(db: Database, model: string, mode: Mode | null, { state, answer }: AnswerEnd, at: number): void {
  const { tokensPerSecond, firstTokenMs } = answer.timings;
  if (mode === null || state === 'failed' || tokensPerSecond === null || firstTokenMs === null) return;
  db.run(
    'INSERT INTO measurement (model, mode, measured_at, tokens_per_second, first_token_ms) VALUES (?, ?, ?, ?, ?)',
    model,
    mode,
    Math.round(at),
    tokensPerSecond,
    firstTokenMs,
  );
  db.run(
    `DELETE FROM measurement WHERE model = ?1 AND mode = ?2 AND key <=
     (SELECT key FROM measurement WHERE model = ?1 AND mode = ?2 ORDER BY key DESC LIMIT 1 OFFSET ?3)`,
    model,
    mode,
    maxMeasurements,
  );
}

/** Returns the median speeds for each model and mode. */
export function readSpeeds(db: Database): readonly ModelSpeed[] {
  const rows = db.all<{ model: string; mode: string; tokens_per_second: number; first_token_ms: number }>(
    'SELECT model, mode, tokens_per_second, first_token_ms FROM measurement ORDER BY model, mode',
  );
  const groups = Map.groupBy(rows, ({ model, mode }) => `${mode} ${model}`);
  return [...groups.values()].flatMap((group) => {
    const mode = modeSchema.safeParse(group[0]?.mode).data;
    if (!mode || !group[0]) return [];
    return [
      {
        model: group[0].model,
        mode,
        tokensPerSecond: median(group.map((row) => row.tokens_per_second)),
        firstTokenMs: median(group.map((row) => row.first_token_ms)),
        answers: group.length,
      },
    ];
  });
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
