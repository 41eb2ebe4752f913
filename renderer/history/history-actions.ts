import type { Failure, Result } from '../../electron/contract/failure.ts';
import type { Conversation, ConversationChange, ExportFormat } from '../../electron/contract/history.ts';
import type { Session } from '../state/session.ts';
import { createStore, type Store } from '../state/store.ts';

/** A long export or import that is under way. */
export interface Job {
  readonly words: string;
  readonly done: number;
  readonly total: number;
  readonly cancel: () => void;
}

/** What can be done with conversations; each tells of its own failure. */
export interface HistoryActions {
  readonly change: (id: string, change: ConversationChange) => Promise<boolean>;
  readonly trash: (conversations: readonly Conversation[]) => Promise<void>;
  readonly restore: (ids: readonly string[]) => Promise<void>;
  readonly purge: (ids: readonly string[]) => Promise<void>;
  /** Null: all of them. */
  readonly exportAs: (ids: readonly string[] | null, format: ExportFormat) => Promise<void>;
  readonly importFiles: () => Promise<void>;
  readonly job: Store<Job | null>;
}

/** Makes the actions. */
export function createHistoryActions({ bridge: { call, on }, toaster, report }: Session): HistoryActions {
  const job = createStore<Job | null>(null);
  on('history.progress', ({ done, total }) => {
    const now = job.read();
    if (now !== null) job.write({ ...now, done, total });
  });
  const told = (result: Result<unknown>, failure?: Failure) => {
    if (!result.ok) report(failure ?? result.failure);
    return result.ok;
  };
  const restore = async (ids: readonly string[]) => void told(await call('history.restore', { ids: [...ids] }));
  const withJob = async <T>(words: string, run: (signal: AbortSignal) => Promise<Result<T>>): Promise<Result<T>> => {
    const ending = new AbortController();
    job.write({
      words,
      done: 0,
      total: 0,
      cancel: () => {
        ending.abort();
      },
    });
    const result = await run(ending.signal);
    job.write(null);
    told(result);
    return result;
  };
  return {
    job,
    restore,
    change: async (id, change) => told(await call('history.change', { id, change })),
    trash: async (conversations) => {
      const ids = conversations.map(({ id }) => id);
      if (!told(await call('history.trash', { ids }))) return;
      toaster.show({
        title:
          conversations.length === 1
            ? `“${conversations[0]?.title ?? ''}” is in the trash`
            : `${conversations.length} conversations are in the trash`,
        action: { label: 'Undo', onSelect: () => void restore(ids) },
      });
    },
    purge: async (ids) => void told(await call('history.purge', { ids: [...ids] })),
    exportAs: async (ids, format) => {
      const result = await withJob('Exporting', (signal) =>
        call('shell.exportConversations', { ids: ids === null ? null : [...ids], format }, { signal }),
      );
      if (result.ok && result.value.file !== null) toaster.show({ title: 'Export saved', description: result.value.file });
    },
    importFiles: async () => {
      const result = await withJob('Importing', (signal) => call('shell.importConversations', undefined, { signal }));
      if (!result.ok) return;
      const { imported, skipped } = result.value;
      if (imported === 0 && skipped.length === 0) return;
      toaster.show({
        tone: skipped.length > 0 ? 'error' : 'info',
        title: `${imported} ${imported === 1 ? 'conversation' : 'conversations'} imported`,
        description: skipped.length > 0 ? `Left out: ${skipped.slice(0, 5).join(' ')}` : undefined,
      });
    },
  };
}
