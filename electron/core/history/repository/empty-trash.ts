import { setImmediate as nextTurn } from 'node:timers/promises';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import { readOnly } from '../database/failures.ts';
import type { CallControl, StoreContext } from '../store-context.ts';
import type { Conversations } from './conversations.ts';

/** So many go at once: each takes its messages and their index along. */
const atOnce = 20;

/** Deletes for good what is in the trash now, in steps: others get their turn in between. */
export async function emptyTrash(
  { db }: StoreContext,
  conversations: Conversations,
  { signal, reportChanges }: Pick<CallControl, 'signal' | 'reportChanges'>,
): Promise<Result<undefined>> {
  if (db.isReadOnly) return readOnly();
  const last = db.one<{ at: number | null }>('SELECT max(trashed_at) AS at FROM conversation WHERE trashed_at IS NOT NULL')?.at;
  for (;;) {
    if (signal.aborted) return failed('cancelled', 'The rest of the trash is still there.', 'Empty it again for the rest.');
    // What comes into the trash meanwhile is not what the user said yes to.
    const ids = db
      .all<{ id: string }>('SELECT id FROM conversation WHERE trashed_at IS NOT NULL AND trashed_at <= ? LIMIT ?', last ?? 0, atOnce)
      .map(({ id }) => id);
    if (ids.length === 0) return ok(undefined);
    const purged = conversations.purge({ ids });
    if (!purged.ok) return purged;
    reportChanges();
    await nextTurn();
  }
}
