import type { Failure } from '../../electron/contract/failure.ts';
import type { SearchHit, SearchRequest } from '../../electron/contract/history.ts';
import type { Call } from '../bridge/call.ts';
import { createStore, type Store } from '../state/store.ts';

/** What narrows a search. */
export interface SearchFilters {
  readonly model: string | null;
  readonly folder: string | null;
  readonly age: 'any' | 'day' | 'week' | 'month' | 'year';
}

/** A search and what it found. */
export interface SearchState {
  readonly text: string;
  readonly filters: SearchFilters;
  readonly hits: readonly SearchHit[];
  readonly next: string | null;
  readonly state: 'idle' | 'looking' | 'done' | 'failed';
  readonly failure: Failure | null;
}

/** The search over everything that is kept. */
export interface SearchStore extends Store<SearchState> {
  readonly setText: (text: string) => void;
  readonly setFilters: (filters: SearchFilters) => void;
  readonly loadMore: () => void;
}

export const noFilters: SearchFilters = { model: null, folder: null, age: 'any' };
/** Whether a search is narrowed by anything. */
export function hasFilters({ model, folder, age }: SearchFilters): boolean {
  return model !== null || folder !== null || age !== 'any';
}

const daysByAge: Readonly<Record<Exclude<SearchFilters['age'], 'any'>, number>> = { day: 1, week: 7, month: 31, year: 366 };
const msPerDay = 86_400_000;
const pageSize = 60;
/** More than are seen at once, and sooner there than a whole page; the rest of it follows by itself. */
const firstPageSize = 20;

/** The request for a search; `now` is when it is made. */
export function toSearchRequest(
  { text, filters }: Pick<SearchState, 'text' | 'filters'>,
  now: number,
  cursor: string | null,
): SearchRequest {
  return {
    text: text.trim(),
    limit: cursor === null ? firstPageSize : pageSize,
    ...(filters.model === null ? {} : { model: filters.model }),
    ...(filters.folder === null ? {} : { folder: filters.folder }),
    ...(filters.age === 'any' ? {} : { after: now - daysByAge[filters.age] * msPerDay }),
    ...(cursor === null ? {} : { cursor }),
  };
}

/** Makes the search; only the newest question counts. */
export function createSearch(call: Call, now: () => number): SearchStore {
  const store = createStore<SearchState>({ text: '', filters: noFilters, hits: [], next: null, state: 'idle', failure: null });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStale = false;
  let controller = new AbortController();

  const request = async (cursor: string | null) => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const result = await call('history.search', toSearchRequest(store.read(), now(), cursor), { signal });
    if (signal.aborted) return;
    const before = store.read();
    if (!result.ok) store.write({ ...before, state: 'failed', failure: result.failure });
    else {
      const hits = cursor === null ? result.value.hits : [...before.hits, ...result.value.hits];
      const { next } = result.value;
      store.write({ ...before, hits, next, state: 'done', failure: null });
      // The main process answers before it has looked everywhere, and with little at first; a page in sight is filled up.
      if (next !== null && hits.length < pageSize) await request(next);
    }
  };

  /** The first of what comes in one go is asked while the window still draws it; of the rest only the last. */
  const requestDebounced = () => {
    if (timer !== undefined) {
      controller.abort();
      isStale = true;
      return;
    }
    void request(null);
    timer = setTimeout(() => {
      timer = undefined;
      if (isStale && store.read().state === 'looking') void request(null);
      isStale = false;
    });
  };

  const start = (change: Partial<SearchState>) => {
    const next = { ...store.read(), ...change };
    if (next.text.trim() === '') {
      controller.abort();
      store.write({ ...next, hits: [], next: null, state: 'idle', failure: null });
      return;
    }
    // What was found stays in sight until there is something newer.
    store.write({ ...next, state: 'looking' });
    // A search is quick, and is withdrawn by the next key.
    requestDebounced();
  };

  return {
    read: store.read,
    subscribe: store.subscribe,
    setText: (text) => {
      start({ text });
    },
    setFilters: (filters) => {
      start({ filters });
    },
    loadMore: () => {
      const { next, state } = store.read();
      if (next === null || state !== 'done') return;
      store.write({ ...store.read(), state: 'looking' });
      void request(next);
    },
  };
}
