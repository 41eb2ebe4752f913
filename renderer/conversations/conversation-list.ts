import type { Failure } from '../../electron/contract/failure.ts';
import type { Conversation, Folder } from '../../electron/contract/history.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { createStore, type Store } from '../state/store.ts';
import { compareConversations, withChanged, type ListFilter } from './list-filter.ts';

/** The conversations as far as they were read. */
export interface Listed {
  readonly selection: ListFilter;
  readonly conversations: readonly Conversation[];
  /** From where the next page begins; null: there is none. */
  readonly next: string | null;
  readonly state: 'reading' | 'ready' | 'failed';
  readonly failure: Failure | null;
}

/** The list of conversations, page by page, kept up by events. */
export interface ConversationList extends Store<Listed> {
  readonly show: (selection: ListFilter) => void;
  readonly loadMore: () => void;
  /** By name, each with how many it holds. */
  readonly folders: Store<readonly Folder[]>;
  /** Takes what an action was answered with. */
  readonly takeFolders: (folders: readonly Folder[]) => void;
}

const pageSize = 200;

/** Makes the list and starts reading the current conversations. */
export function createConversationList({ call, on }: TypedBridge): ConversationList {
  const store = createStore<Listed>({ selection: { shelf: 'current' }, conversations: [], next: null, state: 'reading', failure: null });
  const folders = createStore<readonly Folder[]>([]);
  let asked = 0;
  let isLoading = false;

  let isReadingFolders = false;
  let areFoldersOld = false;
  /** One at a time; what changes meanwhile is read once more at the end. */
  const readFolders = async () => {
    areFoldersOld = true;
    if (isReadingFolders) return;
    isReadingFolders = true;
    while (areFoldersOld) {
      areFoldersOld = false;
      const result = await call('history.folders');
      if (result.ok) folders.write(result.value);
    }
    isReadingFolders = false;
  };

  const readPage = async (cursor: string | null) => {
    const own = ++asked;
    isLoading = true;
    const { selection } = store.read();
    const result = await call('history.list', { ...selection, limit: pageSize, ...(cursor === null ? {} : { cursor }) });
    if (own !== asked) return;
    isLoading = false;
    const now = store.read();
    if (!result.ok) {
      store.write({ ...now, state: 'failed', failure: result.failure });
      return;
    }
    const known = new Set(now.conversations.map(({ id }) => id));
    // What changed while the page was on its way is here already, and newer.
    const added = result.value.conversations.filter(({ id }) => !known.has(id));
    store.write({
      ...now,
      conversations: [...now.conversations, ...added].toSorted(compareConversations),
      next: result.value.next,
      state: 'ready',
      failure: null,
    });
  };

  on('history.changed', (changed) => {
    const now = store.read();
    store.write({ ...now, conversations: withChanged(now.conversations, changed, now.selection, now.next === null) });
    // What left a folder does not say which: wherever there are folders, their numbers may have changed.
    if (folders.read().length > 0 || changed.some(({ folder }) => folder !== null)) void readFolders();
  });
  on('history.purged', (ids) => {
    const now = store.read();
    const gone = new Set(ids);
    store.write({ ...now, conversations: now.conversations.filter(({ id }) => !gone.has(id)) });
  });
  void readPage(null);
  void readFolders();

  return {
    read: store.read,
    subscribe: store.subscribe,
    folders,
    takeFolders: folders.write,
    show: (selection) => {
      store.write({ selection, conversations: [], next: null, state: 'reading', failure: null });
      void readPage(null);
      void readFolders();
    },
    loadMore: () => {
      const { next } = store.read();
      if (next !== null && !isLoading) void readPage(next);
    },
  };
}
