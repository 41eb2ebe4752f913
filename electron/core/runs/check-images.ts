import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { RemoteStore } from '../shared/sqlite/worker-client.ts';
import { readAttachments } from './cells/attachments.ts';
import { findLastRow } from './describe-run.ts';
import type { RunConnection } from './run-service.ts';
import type { RunRecord } from './store/run-record.ts';
import type { RunStore } from './store/run-store.ts';

/** Rows whose files are read before the start. A later image only fails its own row. */
const maxRows = 20;

/** Fails if one of the first rows with files has an image and a model of the run is known not to see. Else each of them would fail. */
export async function checkImages(
  record: RunRecord,
  connection: RunConnection,
  store: Pick<RemoteStore<RunStore>, 'readColumn'>,
): Promise<Result<unknown>> {
  const { id, recipe, source } = record;
  const column = source?.columns.indexOf(recipe.attachmentColumn ?? '') ?? -1;
  const service = recipe.attachmentColumn === null || column < 0 ? undefined : await connection.reach();
  const models = service?.ok ? service.value.models : [];
  const withoutImages = recipe.models.find(({ model }) => models.some((known) => known.id === model && known.seesImages === false));
  if (!withoutImages) return ok(undefined);
  const rows = await store.readColumn({ id, column, lastRow: findLastRow(record), limit: maxRows });
  if (!rows.ok) return rows;
  for (const { row, value } of rows.value) {
    // oxlint-disable-next-line no-await-in-loop -- the first image ends it
    const files = await readAttachments(source?.folder ?? null, value);
    if (files.ok && files.value.images.length > 0) return fail('run-model-sees-no-images', { model: withoutImages.model, row });
  }
  return ok(undefined);
}
