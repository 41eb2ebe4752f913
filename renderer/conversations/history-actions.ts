import type { Result } from '../../electron/contract/failure.ts';
import type { Conversation, ConversationChange, ExportFormat } from '../../electron/contract/history.ts';
import { newId } from '../bridge/bridge.ts';
import type { Session } from '../state/session.ts';
import { createStore } from '../state/store.ts';
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

export type HistoryActions = ReturnType<typeof createHistoryActions>;

/** Creates the actions on conversations. Each reports its own failure, and destructive ones can be undone. */
export function createHistoryActions(
  { bridge: { call, on }, toaster, attempt }: Session,
  { setFolders }: Pick<ConversationList, 'setFolders'>,
) {
  const jobs = createStore<readonly Job[]>([]);
  on('history.progress', ({ jobId, done, total }) => {
    const update = (job: Job): Job => (job.id === jobId ? { ...job, done, total } : job);
    jobs.write(jobs.read().map(update));
  });
  const succeeds = async (pending: Promise<Result<unknown>>) => (await attempt(pending)).ok;
  const showUndo = (title: string, undo: () => Promise<unknown>) => {
    toaster.show({ title, action: { label: conversationsText.undo, onSelect: () => void undo() } });
  };
  const moveIds = (ids: readonly string[], folder: string | null) => succeeds(call('history.move', { ids: [...ids], folder }));
  const setArchived = async (conversations: readonly Conversation[], isArchived: boolean) => {
    for (const { id } of conversations) if (!(await succeeds(call('history.change', { id, change: { isArchived } })))) return false;
    return true;
  };
  const restore = (ids: readonly string[]) => succeeds(call('history.restore', { ids: [...ids] }));
  const putFolder = async (name: string, replaces: string | null) => {
    const result = await attempt(call('history.putFolder', { name, replaces }));
    if (result.ok) setFolders(result.value);
    return result.ok;
  };
  const withJob = async <T>(kind: JobKind, run: (signal: AbortSignal, id: string) => Promise<Result<T>>): Promise<Result<T>> => {
    const controller = new AbortController();
    const id = newId();
    const cancel = () => controller.abort();
    jobs.write([...jobs.read(), { id, kind, done: 0, total: 0, cancel }]);
    const result = await run(controller.signal, id);
    jobs.write(jobs.read().filter((job) => job.id !== id));
    return attempt(Promise.resolve(result));
  };
  return {
    jobs,
    restore,
    /** Creates a folder, or renames the one it replaces. */
    putFolder,
    change: (id: string, change: ConversationChange) => succeeds(call('history.change', { id, change })),
    /** A null folder removes them from theirs. */
    move: async (conversations: readonly Conversation[], folder: string | null) => {
      const moved = conversations.filter((conversation) => conversation.folder !== folder);
      if (moved.length === 0) return true;
      if (!(await moveIds(moved.map(idOf), folder))) return false;
      showUndo(
        folder === null
          ? conversationsText.toasts.removedFromFolder(describeConversations(moved))
          : conversationsText.toasts.moved(describeConversations(moved), folder),
        async () => {
          for (const [former, there] of Map.groupBy(moved, (each) => each.folder)) await moveIds(there.map(idOf), former);
        },
      );
      return true;
    },
    archive: async (conversations: readonly Conversation[], isArchived: boolean) => {
      if (!(await setArchived(conversations, isArchived))) return;
      showUndo(conversationsText.toasts[isArchived ? 'archived' : 'unarchived'](describeConversations(conversations)), () =>
        setArchived(conversations, !isArchived),
      );
    },
    trash: async (conversations: readonly Conversation[]) => {
      const ids = conversations.map(idOf);
      if (!(await succeeds(call('history.trash', { ids })))) return;
      showUndo(conversationsText.toasts.trashed(describeConversations(conversations)), () => restore(ids));
    },
    purge: (ids: readonly string[]) => succeeds(call('history.purge', { ids: [...ids] })),
    emptyTrash: () => withJob('empty-trash', (signal) => call('history.emptyTrash', undefined, { signal })),
    /** Keeps the conversations in it. */
    removeFolder: async (name: string) => {
      const result = await attempt(call('history.removeFolder', { name }));
      if (!result.ok) return false;
      const { folders, ids } = result.value;
      setFolders(folders);
      showUndo(conversationsText.toasts.folderDeleted(name, ids.length), () =>
        ids.length === 0 ? putFolder(name, null) : moveIds(ids, name),
      );
      return true;
    },
    /** Null ids export all conversations. */
    exportAs: async (ids: readonly string[] | null, format: ExportFormat) => {
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

function idOf({ id }: Conversation): string {
  return id;
}
