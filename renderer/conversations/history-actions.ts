import type { Result } from '../../electron/contract/failure.ts';
import type { Conversation, ConversationChange, ExportFormat } from '../../electron/contract/history.ts';
import { newId } from '../bridge/bridge.ts';
import type { Session } from '../state/session.ts';
import { createStore, type Store } from '../state/store.ts';
import type { ConversationList } from './conversation-list.ts';
import { describeConversations, importSummary } from './format.ts';
import { conversationsText } from './text.ts';

type JobKind = 'export' | 'import' | 'empty-trash';

/** A long operation in progress. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly done: number;
  readonly total: number;
  readonly cancel: () => void;
}

/** Actions on conversations. Each reports its own failure, and destructive ones can be undone. */
export interface HistoryActions {
  readonly change: (id: string, change: ConversationChange) => Promise<boolean>;
  /** A null folder removes them from theirs. */
  readonly move: (conversations: readonly Conversation[], folder: string | null) => Promise<boolean>;
  readonly archive: (conversations: readonly Conversation[], isArchived: boolean) => Promise<void>;
  readonly trash: (conversations: readonly Conversation[]) => Promise<void>;
  readonly restore: (ids: readonly string[]) => Promise<void>;
  readonly purge: (ids: readonly string[]) => Promise<void>;
  readonly emptyTrash: () => Promise<void>;
  /** Creates a folder, or renames the one it replaces. */
  readonly putFolder: (name: string, replaces: string | null) => Promise<boolean>;
  /** Keeps the conversations in it. */
  readonly removeFolder: (name: string) => Promise<boolean>;
  /** Null ids export all conversations. */
  readonly exportAs: (ids: readonly string[] | null, format: ExportFormat) => Promise<void>;
  readonly importFiles: () => Promise<void>;
  readonly jobs: Store<readonly Job[]>;
}

export function createHistoryActions(
  { bridge: { call, on }, toaster, report }: Session,
  list: Pick<ConversationList, 'setFolders'>,
): HistoryActions {
  const jobs = createStore<readonly Job[]>([]);
  on('history.progress', ({ jobId, done, total }) => {
    const update = (job: Job): Job => (job.id === jobId ? { ...job, done, total } : job);
    jobs.write(jobs.read().map(update));
  });
  const reportFailure = (result: Result<unknown>) => {
    if (!result.ok) report(result.failure);
    return result.ok;
  };
  const showUndo = (title: string, undo: () => Promise<unknown>) => {
    toaster.show({ title, action: { label: conversationsText.undo, onSelect: () => void undo() } });
  };
  const moveIds = async (ids: readonly string[], folder: string | null) =>
    reportFailure(await call('history.move', { ids: [...ids], folder }));
  const setArchived = async (conversations: readonly Conversation[], isArchived: boolean) => {
    for (const { id } of conversations) if (!reportFailure(await call('history.change', { id, change: { isArchived } }))) return false;
    return true;
  };
  const restore = async (ids: readonly string[]) => void reportFailure(await call('history.restore', { ids: [...ids] }));
  const putFolder = async (name: string, replaces: string | null) => {
    const result = await call('history.putFolder', { name, replaces });
    if (result.ok) list.setFolders(result.value);
    return reportFailure(result);
  };
  const withJob = async <T>(kind: JobKind, run: (signal: AbortSignal, id: string) => Promise<Result<T>>): Promise<Result<T>> => {
    const controller = new AbortController();
    const id = newId();
    const cancel = () => controller.abort();
    jobs.write([...jobs.read(), { id, kind, done: 0, total: 0, cancel }]);
    const result = await run(controller.signal, id);
    jobs.write(jobs.read().filter((job) => job.id !== id));
    reportFailure(result);
    return result;
  };
  return {
    jobs,
    restore,
    putFolder,
    change: async (id, change) => reportFailure(await call('history.change', { id, change })),
    move: async (conversations, folder) => {
      const moved = conversations.filter((conversation) => conversation.folder !== folder);
      if (moved.length === 0) return true;
      const ids = moved.map(({ id }) => id);
      if (!(await moveIds(ids, folder))) return false;
      showUndo(
        folder === null
          ? conversationsText.toasts.removedFromFolder(describeConversations(moved))
          : conversationsText.toasts.moved(describeConversations(moved), folder),
        async () => {
          for (const [former, conversationsThere] of Map.groupBy(moved, (each) => each.folder)) {
            await moveIds(
              conversationsThere.map(({ id }) => id),
              former,
            );
          }
        },
      );
      return true;
    },
    archive: async (conversations, isArchived) => {
      if (!(await setArchived(conversations, isArchived))) return;
      showUndo(conversationsText.toasts[isArchived ? 'archived' : 'unarchived'](describeConversations(conversations)), () =>
        setArchived(conversations, !isArchived),
      );
    },
    trash: async (conversations) => {
      const ids = conversations.map(({ id }) => id);
      if (!reportFailure(await call('history.trash', { ids }))) return;
      showUndo(conversationsText.toasts.trashed(describeConversations(conversations)), () => restore(ids));
    },
    purge: async (ids) => void reportFailure(await call('history.purge', { ids: [...ids] })),
    emptyTrash: async () => void (await withJob('empty-trash', (signal) => call('history.emptyTrash', undefined, { signal }))),
    removeFolder: async (name) => {
      const result = await call('history.removeFolder', { name });
      if (!reportFailure(result) || !result.ok) return false;
      const { folders, ids } = result.value;
      list.setFolders(folders);
      showUndo(conversationsText.toasts.folderDeleted(name, ids.length), () =>
        ids.length === 0 ? putFolder(name, null) : moveIds(ids, name),
      );
      return true;
    },
    exportAs: async (ids, format) => {
      const result = await withJob('export', (signal, jobId) =>
        call('shell.exportConversations', { ids: ids === null ? null : [...ids], format, jobId }, { signal }),
      );
      if (result.ok && result.value.file !== null)
        toaster.show({ title: conversationsText.files.exported, description: result.value.file });
    },
    importFiles: async () => {
      const result = await withJob('import', (signal, jobId) => call('shell.importConversations', { jobId }, { signal }));
      if (!result.ok) return;
      const summary = importSummary(result.value);
      if (summary !== undefined) toaster.show(summary);
    },
  };
}
