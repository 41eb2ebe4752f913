import type { Failure } from '../../electron/contract/failure.ts';
import type { Conversation, Folder } from '../../electron/contract/history.ts';
import type { TypedBridge } from '../bridge/bridge.ts';
import { createStore } from '../state/store.ts';
import { compareConversations, applyChanges, type ListFilter } from './list-filter.ts';

/** The loaded conversations. */
export interface ListState {
  readonly filter: ListFilter;
  readonly conversations: readonly Conversation[];
  /** The cursor of the next page, or null at the end. */
  readonly next: string | null;
  readonly state: 'reading' | 'ready' | 'failed';
  readonly failure: Failure | null;
}

export type ConversationList = ReturnType<typeof createConversationList>;

const pageSize = 200;

/** Creates the list of conversations, loaded page by page and updated by events. Starts with the current ones. */
export function createConversationList({ call, on }: TypedBridge) {
  const store = createStore<ListState>({ filter: { shelf: 'current' }, conversations: [], next: null, state: 'reading', failure: null });
  const folders = createStore<readonly Folder[]>([]);
  let requestCount = 0;
  let isLoading = false;

  let isReadingFolders = false;
  let areFoldersStale = false;
  /** Reads once at a time. Changes in the meantime cause one more read. */
  const readFolders = async () => {
    areFoldersStale = true;
    if (isReadingFolders) return;
    isReadingFolders = true;
    while (areFoldersStale) {
      areFoldersStale = false;
      const result = await call('history.folders');
      if (result.ok) folders.write(result.value);
    }
    isReadingFolders = false;
  };

  /** Without a cursor, replaces the beginning of the list. */
  const readPage = async (cursor: string | null) => {
    const ownRequest = ++requestCount;
    isLoading = true;
    const { filter, conversations } = store.read();
    const replaced = new Set(cursor === null ? conversations : []);
    const result = await call('history.list', { ...filter, limit: pageSize, ...(cursor === null ? {} : { cursor }) });
    if (ownRequest !== requestCount) return;
    isLoading = false;
    const now = store.read();
    if (!result.ok) {
      store.write({ ...now, state: 'failed', failure: result.failure });
      return;
    }
    const page = result.value;
    // A conversation that changed while the page was loading is already listed, and newer.
    const known = now.conversations.filter((each) => !replaced.has(each));
    const knownIds = new Set(known.map(({ id }) => id));
    const added = page.conversations.filter(({ id }) => !knownIds.has(id));
    const last = page.next === null ? undefined : page.conversations.at(-1);
    const listedIds = new Set([...known, ...added].map(({ id }) => id));
    const behind = now.conversations.filter((each) => last && compareConversations(each, last) > 0 && !listedIds.has(each.id));
    store.write({
      ...now,
      conversations: [...known, ...added, ...behind].toSorted(compareConversations),
      next: behind.length > 0 ? now.next : page.next,
      state: 'ready',
      failure: null,
    });
  };

  const loadMore = () => {
    const { next } = store.read();
    if (next !== null && !isLoading) void readPage(next);
  };
  /** Loads more after a removal, because a list too short to scroll would never ask for it. */
  const refill = () => {
    if (store.read().conversations.length < pageSize / 2) loadMore();
  };

  on('history.changed', (changed) => {
    const now = store.read();
    store.write({ ...now, conversations: applyChanges(now.conversations, changed, now.filter, now.next === null) });
    refill();
    // An event doesn't tell which folder a conversation has left, so any folder's count may have changed.
    if (folders.read().length > 0 || changed.some(({ folder }) => folder !== null)) void readFolders();
  });
  on('history.purged', (ids) => {
    const now = store.read();
    const purgedIds = new Set(ids);
    store.write({ ...now, conversations: now.conversations.filter(({ id }) => !purgedIds.has(id)) });
    refill();
  });
  const readAgain = () => {
    void readPage(null);
    void readFolders();
  };
  on('link.restored', readAgain);
  readAgain();

  return {
    read: store.read,
    subscribe: store.subscribe,
    /** Sorted by name, with their conversation counts. */
    folders,
    /** Replaces the folders with an action's result. */
    setFolders: folders.write,
    setFilter: (filter: ListFilter) => {
      store.write({ filter, conversations: [], next: null, state: 'reading', failure: null });
      readAgain();
    },
    loadMore,
  };
}
