import type { Database } from '../database/database.ts';

/** The models that have answered. Steps from one to the next in the index: there are few among many answers. */
export function readModels(db: Database): readonly string[] {
  return db
    .all<{ model: string }>(
      `WITH RECURSIVE step (model) AS (SELECT min(model) FROM message WHERE model IS NOT NULL
       UNION ALL SELECT (SELECT min(model) FROM message WHERE model > step.model) FROM step WHERE step.model IS NOT NULL)
       SELECT model FROM step WHERE model <> ''`,
    )
    .map(({ model }) => model);
}
